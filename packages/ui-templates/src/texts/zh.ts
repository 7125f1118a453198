// Chinese in simplified characters, in the polite form.
import { html } from 'hono/html'
import type { Texts, Wait } from './texts.ts'

// Chinese has one plural form.
const units = { seconds: '秒', minutes: '分钟' }
const time = ({ count, unit }: Wait): string => `${count} ${units[unit]}`

/** The Chinese texts. */
export const zh: Texts = {
  language: 'zh-Hans',
  direction: 'ltr',
  signInTo: (application) => html`登录 ${application}`,
  otherAccount: '使用其他账号',
  errorPrefix: '错误：',
  loginName: { title: '登录', label: '电子邮箱或用户名', submit: '下一步', chooseAccount: '从您的账号中选择' },
  password: { title: '输入您的密码', label: '密码', submit: '登录' },
  newPassword: {
    label: '新密码',
    again: '再次输入新密码',
    length: (count) => `至少 ${count} 个字符`,
    lowercase: '一个小写字母（a–z）',
    uppercase: '一个大写字母（A–Z）',
    digit: '一个数字（0–9）',
    symbol: '一个符号或空格',
    guessable: '不能是常用密码、姓名或 1234 这样的序列',
  },
  passwordChange: {
    title: '设置新密码',
    demanded: '管理员要求您更改密码。',
    expired: '您的密码已过期。',
    expiring: (days) => `您的密码将在 ${days} 天后过期。`,
    wanted: '您在此处保持登录。其他设备将退出登录。',
    current: '当前密码',
    submit: '保存密码',
  },
  skip: '以后再说',
  oneTimeCode: {
    title: '输入验证码',
    lead: (loginName) => html`您的身份验证器应用中显示了 ${loginName} 的验证码`,
    label: '六位验证码',
    submit: '继续',
  },
  ways: {
    or: '或',
    provider: (name) => html`使用 ${name} 继续`,
    recovery: '忘记密码？',
    registration: '创建账号',
    none: '此处无法登录。请联系此服务的管理人员寻求帮助。',
  },
  secondFactors: { one_time_code: '使用身份验证器应用中的验证码' },
  accountSelection: { title: '选择账号', signedOut: '已退出 – 请重新登录' },
  formPost: { title: '正在返回应用', next: '如果页面没有跳转，请选择“继续”。', submit: '继续' },
  welcome: {
    title: '登录服务',
    lead: '用户在此登录以使用各种应用。',
    next: '请打开您要使用的应用。需要登录时，应用会将您带到这里。',
  },
  signOut: {
    title: '退出登录',
    question: (place) => html`要退出 ${place} 吗？`,
    lead: '您将退出此浏览器中的所有账号。',
    submit: '退出登录',
  },
  signedOut: {
    title: '您已退出登录',
    next: '您现在可以关闭此窗口。',
    continue: '继续前往应用',
    othersRemain: '此浏览器中仍有其他账号处于登录状态。',
  },
  formErrors: {
    missing_login_name: '请输入您的电子邮箱或用户名。',
    missing_password: '请输入您的密码。',
    missing_code: '请输入身份验证器应用中的验证码。',
    missing_current_password: '请输入当前密码。',
    wrong_current_password: '当前密码不正确。请重新输入。',
    missing_new_password: '请输入新密码。',
    passwords_differ: '两次输入的密码不一致。请输入相同的密码。',
    password_unchanged: '这是您当前的密码。请换一个。',
    password_too_short: '此密码太短。请增加字符。',
    password_too_long: '此密码太长。请换一个短一些的。',
    password_without_lowercase: '此密码没有小写字母。请添加一个。',
    password_without_uppercase: '此密码没有大写字母。请添加一个。',
    password_without_digit: '此密码没有数字。请添加一个。',
    password_without_symbol: '此密码没有符号。请添加一个。',
    password_common: '很多人使用此密码，容易被猜到。请换一个。',
    password_personal: '此密码由他人知道的名称组成。请换一个。',
    password_predictable: '此密码是序列或重复内容，容易被猜到。请换一个。',
    invalid_credentials: '用户名或密码不正确。请检查后重试。',
    invalid_code: '此验证码不正确、已过期或已被使用。请等待下一个验证码并输入。',
    too_many_attempts: '尝试次数过多。请稍候再试。',
    busy: '当前登录人数较多。请几秒钟后重试。',
  },
  waitErrors: {
    too_many_attempts: (wait) => `尝试次数过多。请等待 ${time(wait)}后再试。`,
    busy: (wait) => `当前登录人数较多。请等待 ${time(wait)}后再试。`,
  },
  errorPages: {
    invalid_authorization_request: {
      title: '此登录请求无效',
      happened: '应用发送了我们无法接受的请求。',
      next: '请返回应用重新开始。如果问题仍然存在，请告知应用的运营方。',
    },
    expired_request: {
      title: '此登录已失效',
      happened: '登录耗时过长、已经完成，或是在其他浏览器中开始的。',
      next: '请返回应用重新开始。',
    },
    forbidden_form: {
      title: '我们无法接受此表单',
      happened: '表单不是从本次登录发送的，或者您的浏览器阻止了我们的 Cookie。',
      next: '请允许此网站使用 Cookie，然后返回应用重新开始。',
    },
    user_not_active: {
      title: '此账号无法使用',
      happened: '该账号或其所属的组织已被锁定或停用。',
      next: '请联系您的管理员，或者返回应用重新开始，并使用其他账号。',
    },
    user_not_admitted: {
      title: '您没有访问权限',
      happened: '您的账号未获准访问此应用。',
      next: '请向您的管理员申请访问权限，或者返回应用重新开始，并使用其他账号。',
    },
    second_factor_missing: {
      title: '需要第二重验证',
      happened: '您的组织要求登录时进行第二重验证，而您的账号尚未设置。',
      next: '请联系您的管理员进行设置，然后返回应用重新开始。',
    },
    second_factor_unavailable: {
      title: '此处无法检查您的第二重验证',
      happened: '您的账号设置了或您的组织要求使用此服务器不支持的第二重验证。',
      next: '请告知您的管理员，然后返回应用重新开始。',
    },
    password_change_unavailable: {
      title: '需要设置新密码',
      happened: '您的管理员要求使用新密码，而此处无法设置。',
      next: '请联系您的管理员为您设置新密码，然后返回应用重新开始。',
    },
    wrong_user: {
      title: '需要使用其他账号',
      happened: '应用要求的账号与您登录的账号不同。',
      next: '请返回应用重新开始，并使用应用要求的账号。',
    },
    invalid_sign_out_request: {
      title: '此退出请求无效',
      happened: '应用发送了我们无法接受的请求。没有任何账号被退出。',
      next: '请返回应用重新开始。如果问题仍然存在，请告知应用的运营方。',
    },
    sign_out_failed: {
      title: '您仍处于登录状态',
      happened: '我们的一个系统没有响应，因此无法让您退出登录。',
      next: '请等待一分钟，然后返回应用重新开始。',
    },
    not_found: {
      title: '找不到页面',
      happened: '此地址没有对应的页面。',
      next: '请检查地址，或者返回应用重新开始。',
    },
    unavailable: {
      title: '暂时无法登录',
      happened: '我们的一个系统没有响应。',
      next: '请等待一分钟，然后返回应用重新开始。',
    },
    too_many_requests: {
      title: '请求过多',
      happened: '来自您所在网络的请求过多，我们必须放慢处理速度。',
      next: '请等待一分钟，然后返回应用重新开始。',
    },
    server_error: {
      title: '出了点问题',
      happened: '我们这边发生了意外错误。',
      next: '请返回应用重新开始。如果问题仍然存在，请告知您的管理员。',
    },
  },
  forDevelopers: '开发者信息',
}
