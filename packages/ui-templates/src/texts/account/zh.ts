// Chinese, in simplified characters.
import { html } from 'hono/html'
import type { AccountTexts } from './texts.ts'

/** The texts of the account page in Chinese, in simplified characters. */
export const zh: AccountTexts = {
  title: '您的账号',
  chooseAccount: '选择账号',
  otherAccount: '显示其他账号',
  person: {
    heading: '关于您',
    loginName: '用户名',
    email: '电子邮箱',
    phone: '电话',
    organization: '组织',
    unverified: '未确认',
  },
  sessions: {
    heading: '您的登录位置',
    lead: '请退出您不认识的浏览器，然后更改密码。',
    device: (browser, system) => `${browser}（${system}）`,
    unknownDevice: '未知浏览器',
    current: '此浏览器',
    signedIn: (time) => `登录时间：${time}`,
    lastUsed: (time) => `上次使用：${time}`,
    network: (network) => html`网络 ${network}`,
    end: '退出登录',
    endOthers: '退出其他所有位置',
    more: (count) => `另有 ${count} 个浏览器未列出。`,
  },
  notices: { session_ended: '该浏览器已退出登录。', other_sessions_ended: '其他所有浏览器均已退出登录。' },
  errors: { outdated_form: '打开此页面后您又重新登录过，因此没有任何更改。请重试。' },
}
