// Chinese, in simplified characters.
import type { MailTexts } from './mail-texts.ts'

/** The texts of mails in Chinese. */
export function zh(): MailTexts {
  return {
    language: 'zh-Hans',
    direction: 'ltr',
    greeting: '{{.DisplayName}}，您好：',
    colon: '：',
    code: '您的验证码',
    service: '服务',
    application: '应用',
    time: '时间',
    place: 'IP 地址',
    messages: {
      recovery: {
        subject: '重置密码',
        text: '我们收到了重置您的账号 {{.PreferredLoginName}} 密码的请求。请输入此验证码，或打开链接。两者均在一小时后失效。',
        button: '重置密码',
        footer: '如果不是您本人的请求，请忽略此邮件。您的密码不会改变。',
      },
      recovery_without_password: {
        subject: '如何登录',
        text: '我们收到了重置您的账号 {{.PreferredLoginName}} 密码的请求。您的账号没有密码。请使用通行密钥，或您一直使用的服务登录。',
        footer: '如果不是您本人的请求，请忽略此邮件。',
      },
      invitation: {
        subject: '您的新账号',
        text: '已为您创建账号：{{.PreferredLoginName}}。请打开链接，设置登录方式。链接将在三天后失效。',
        button: '设置账号',
        footer: '如果您并未预期收到此邮件，可以忽略。',
      },
      password_link: {
        subject: '设置新密码',
        text: '请打开链接，为您的账号 {{.PreferredLoginName}} 设置新密码。链接将在一小时后失效。',
        button: '设置新密码',
        footer: '如果您并未预期收到此邮件，可以忽略。',
      },
      email_verification: {
        subject: '您的验证码：{{.Code}}',
        text: '请输入此验证码，以确认您的邮箱地址 {{.LastEmail}}。验证码将在一小时后失效。',
        footer: '如果不是您本人的请求，请忽略此邮件。',
      },
      registration: {
        subject: '您的验证码：{{.Code}}',
        text: '请输入此验证码以创建账号。验证码将在一小时后失效。',
        footer: '如果不是您本人的请求，请忽略此邮件。没有验证码就不会创建账号。',
      },
      account_deleted: {
        subject: '您的账号已被删除',
        text: '应您的要求，账号 {{.PreferredLoginName}} 已被删除。这是关于该账号的最后一封邮件。',
        footer: '如果不是您本人的操作，请立即联系管理员。',
      },
      registration_existing: {
        subject: '您已有账号',
        text: '我们收到了使用您的邮箱地址创建账号的请求。您已有账号：{{.PreferredLoginName}}。请用它登录。如果忘记了密码，请在登录页面选择“忘记密码？”。',
        footer: '如果不是您本人的请求，请忽略此邮件。',
      },
      email_in_use: {
        subject: '您的邮箱地址已被使用',
        text: '我们收到了将此邮箱地址用于另一个账号的请求。该地址已属于一个账号，因此未作任何更改。',
        footer: '如果不是您本人的请求，请忽略此邮件。',
      },
    },
    notices: {
      password_changed: '您的密码已更改',
      email_changed: '您的邮箱地址已更改',
      passkey_added: '您的账号添加了通行密钥',
      passkey_removed: '您的账号移除了通行密钥',
      factors_removed: '您的密码已更改，身份验证器应用、恢复码和通行密钥已移除',
      identity_connected: '您的账号已关联外部账号',
      identity_disconnected: '您的账号已取消关联外部账号',
      authenticator_added: '您的账号已添加身份验证器应用',
      authenticator_removed: '您的账号已移除身份验证器应用',
      recovery_codes_created: '已为您的账号生成新的恢复码',
      recovery_code_used: '您账号的一个恢复码已被使用',
    },
    noticeText: '此通知涉及您的账号 {{.PreferredLoginName}}。如果是您本人的操作，则无需处理。',
    noticeFooter: '如果不是您本人的操作，请立即设置新密码，并联系管理员。',
    report: {
      text: '如果不是您本人的操作，请在三天内打开链接。打开后您将在所有设备上退出登录，并可保护您的账号。',
      button: '不是我本人的操作',
      footer: '如果不是您本人的操作，也请联系管理员。',
    },
  }
}
