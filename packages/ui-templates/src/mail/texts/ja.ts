// Japanese.
import type { MailTexts } from './mail-texts.ts'

/** The texts of mails in Japanese. */
export function ja(): MailTexts {
  return {
    language: 'ja',
    direction: 'ltr',
    greeting: '{{.DisplayName}} 様',
    colon: '：',
    code: 'コード',
    service: 'サービス',
    application: 'アプリケーション',
    time: '日時',
    place: 'IPアドレス',
    messages: {
      recovery: {
        subject: 'パスワードの再設定',
        text: 'アカウント {{.PreferredLoginName}} のパスワード再設定のリクエストを受け付けました。次のコードを入力するか、リンクを開いてください。どちらも1時間で無効になります。',
        button: 'パスワードを再設定',
        footer: 'お心当たりがない場合は、このメールを無視してください。パスワードは変更されません。',
      },
      recovery_without_password: {
        subject: 'ログインの方法',
        text: 'アカウント {{.PreferredLoginName}} のパスワード再設定のリクエストを受け付けました。このアカウントにはパスワードがありません。パスキー、またはこれまでお使いのサービスでログインしてください。',
        footer: 'お心当たりがない場合は、このメールを無視してください。',
      },
      invitation: {
        subject: '新しいアカウントのご案内',
        text: 'アカウント {{.PreferredLoginName}} が作成されました。リンクを開いて、ログイン方法を設定してください。リンクの有効期限は3日間です。',
        button: 'アカウントを設定',
        footer: 'お心当たりがない場合は、このメールを無視してください。',
      },
      password_link: {
        subject: '新しいパスワードの設定',
        text: 'リンクを開いて、アカウント {{.PreferredLoginName}} の新しいパスワードを設定してください。リンクの有効期限は1時間です。',
        button: '新しいパスワードを設定',
        footer: 'お心当たりがない場合は、このメールを無視してください。',
      },
      email_verification: {
        subject: 'コード：{{.Code}}',
        text: 'メールアドレス {{.LastEmail}} を確認するため、次のコードを入力してください。コードの有効期限は1時間です。',
        footer: 'お心当たりがない場合は、このメールを無視してください。',
      },
      registration: {
        subject: 'コード：{{.Code}}',
        text: 'アカウントを作成するには、次のコードを入力してください。コードの有効期限は1時間です。',
        footer: 'お心当たりがない場合は、このメールを無視してください。コードがなければアカウントは作成されません。',
      },
      account_deleted: {
        subject: 'アカウントが削除されました',
        text: 'ご依頼により、アカウント {{.PreferredLoginName}} を削除しました。このアカウントに関するメールはこれが最後です。',
        footer: 'お心当たりがない場合は、すぐに管理者にお問い合わせください。',
      },
      registration_existing: {
        subject: 'すでにアカウントをお持ちです',
        text: 'お使いのメールアドレスでアカウントを作成するリクエストを受け付けました。すでにアカウント {{.PreferredLoginName}} をお持ちですので、そちらでログインしてください。パスワードをお忘れの場合は、ログイン画面で「パスワードを忘れた場合」を選んでください。',
        footer: 'お心当たりがない場合は、このメールを無視してください。',
      },
      email_in_use: {
        subject: 'メールアドレスはすでに使用されています',
        text: 'このメールアドレスを別のアカウントで使用するリクエストを受け付けました。すでにアカウントで使用されているため、何も変更されていません。',
        footer: 'お心当たりがない場合は、このメールを無視してください。',
      },
    },
    notices: {
      password_changed: 'パスワードが変更されました',
      email_changed: 'メールアドレスが変更されました',
      passkey_added: 'アカウントにパスキーが追加されました',
      passkey_removed: 'アカウントからパスキーが削除されました',
      factors_removed: 'パスワードが変更され、認証アプリ、リカバリーコード、パスキーが削除されました',
      identity_connected: 'アカウントに外部アカウントが連携されました',
      identity_disconnected: '外部アカウントとの連携が解除されました',
      authenticator_added: 'アカウントに認証アプリが追加されました',
      authenticator_removed: 'アカウントから認証アプリが削除されました',
      recovery_codes_created: 'アカウントの新しいリカバリーコードが作成されました',
      recovery_code_used: 'アカウントのリカバリーコードが使用されました',
    },
    noticeText: 'アカウント {{.PreferredLoginName}} についてのお知らせです。ご自身の操作であれば、対応は必要ありません。',
    noticeFooter: 'お心当たりがない場合は、すぐに新しいパスワードを設定し、管理者にお問い合わせください。',
    report: {
      text: 'お心当たりがない場合は、3日以内にリンクを開いてください。すべてのデバイスからログアウトし、アカウントを保護できます。',
      button: '自分の操作ではありません',
      footer: 'お心当たりがない場合は、管理者にもお問い合わせください。',
    },
  }
}
