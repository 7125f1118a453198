// The texts of the pages in Chinese.
import type { Texts } from './texts.ts'

/** The texts. */
export const zh: Texts = {
  code: {
    title: '连接设备',
    lead: '请输入设备上显示的代码。',
    label: '代码',
    help: '八个字母，例如 WDJB-MJHT',
    submit: '继续',
    errors: {
      wrong_code: '代码不正确或已过期。请检查设备上的代码。',
      too_many_codes: '错误的代码过多。请几分钟后重试。',
    },
  },
  request: {
    title: '是否允许访问？',
    lead: (application) => `${application} 请求访问您的账户。`,
    compare: '请确认您的设备显示的代码与此完全相同。',
    facts: {
      application: '应用',
      organization: '组织',
      account: '账户',
      origin: '请求来源',
      unknownOrigin: '未知位置',
      time: '请求时间',
      minutesAgo: (minutes) => (minutes === 0 ? '刚刚' : `${minutes} 分钟前`),
    },
    scopes: {
      heading: '请求的访问权限',
      names: {
        openid: '使用您的账户登录',
        profile: '您的姓名和个人资料',
        email: '您的电子邮件地址',
        phone: '您的电话号码',
        address: '您的邮寄地址',
        offline_access: '保持登录，直到您移除访问权限',
      },
    },
    warning: '如果是其他人向您发送了此代码或此页面的链接，请拒绝访问。',
    elsewhere: '此请求来自与此浏览器不同的网络。如果是其他人向您发送了此代码或此页面的链接，请拒绝访问。',
    allow: '允许',
    deny: '拒绝',
  },
  decided: {
    approved: { title: '设备已连接', next: '您可以关闭此页面，并在设备上继续。' },
    denied: { title: '已拒绝访问', next: '该设备无法访问您的账户。您可以关闭此页面。' },
  },
}
