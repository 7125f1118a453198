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
    place: 'ネットワークアドレス',
    messages: {
      recovery: {
        subject: '新しいパスワードの設定',
        text: 'アカウント {{.PreferredLoginName}} のパスワード再設定のご依頼がありました。次のコードを入力するか、リンクを開いてください。どちらも1時間以内に1回のみ使用できます。',
        button: '新しいパスワードを設定する',
        footer: 'お心当たりがない場合は、このメールを無視してください。パスワードは変更されません。',
      },
      recovery_without_password: {
        subject: 'ログインの方法',
        text: 'アカウント {{.PreferredLoginName}} のパスワード再設定のご依頼がありました。このアカウントにはパスワードがありません。パスキー、またはこれまでお使いのサービスでログインしてください。',
        footer: 'お心当たりがない場合は、このメールを無視してください。',
      },
      invitation: {
        subject: '新しいアカウントのご案内',
        text: 'アカウント {{.PreferredLoginName}} が作成されました。リンクを開いて、ログインの方法を選んでください。リンクは3日以内に1回だけ使えます。',
        button: 'アカウントを設定する',
        footer: 'お心当たりがない場合は、このメールを無視してください。',
      },
      password_link: {
        subject: '新しいパスワードの設定',
        text: 'リンクを開いて、アカウント {{.PreferredLoginName}} の新しいパスワードを設定してください。リンクは1時間以内に1回だけ使えます。',
        button: '新しいパスワードを設定する',
        footer: 'お心当たりがない場合は、このメールを無視してください。',
      },
      email_verification: {
        subject: 'コード：{{.Code}}',
        text: '{{.LastEmail}} がご自身のアドレスであることを確認するため、次のコードを入力してください。コードは1時間以内に1回だけ使えます。',
        footer: 'お心当たりがない場合は、このメールを無視してください。',
      },
      registration: {
        subject: 'コード：{{.Code}}',
        text: 'アカウントを作成するため、次のコードを入力してください。コードは1時間以内に1回だけ使えます。',
        footer: 'お心当たりがない場合は、このメールを無視してください。コードがなければアカウントは作成されません。',
      },
      account_deleted: {
        subject: 'アカウントが削除されました',
        text: 'ご依頼により、アカウント {{.PreferredLoginName}} を削除しました。このアカウントに関するメールはこれが最後です。',
        footer: 'お心当たりがない場合は、すぐにこのサービスの管理者にご連絡ください。',
      },
      registration_existing: {
        subject: 'すでにアカウントをお持ちです',
        text: 'このアドレスでアカウントを作成しようとする操作がありました。すでにアカウント {{.PreferredLoginName}} をお持ちですので、そちらでログインしてください。パスワードをお忘れの場合は、ログイン画面で「パスワードを忘れた場合」を選んでください。',
        footer: 'お心当たりがない場合は、このメールを無視してください。',
      },
      email_in_use: {
        subject: 'このアドレスはアカウントで使用されています',
        text: 'このアドレスを別のアカウントで使用しようとする操作がありました。すでにアカウントで使用されているため、何も変更されていません。',
        footer: 'お心当たりがない場合は、このメールを無視してください。',
      },
    },
    notices: {
      password_changed: 'パスワードが変更されました',
      email_changed: 'アカウントのメールアドレスが変更されました',
      passkey_added: 'アカウントにパスキーが追加されました',
      passkey_removed: 'アカウントからパスキーが削除されました',
      factors_removed: 'パスワードが変更され、認証アプリ、リカバリーコード、パスキーが削除されました',
      identity_connected: 'アカウントに別のサービスのアカウントが連携されました',
      identity_disconnected: 'アカウントから別のサービスのアカウントとの連携が解除されました',
      authenticator_added: 'アカウントに認証アプリが追加されました',
      authenticator_removed: 'アカウントから認証アプリが削除されました',
      recovery_codes_created: 'アカウントの新しいリカバリーコードが作成されました',
      recovery_code_used: 'アカウントのリカバリーコードが使用されました',
    },
    noticeText: 'アカウント {{.PreferredLoginName}} についてのお知らせです。ご自身の操作であれば、何もする必要はありません。',
    noticeFooter: 'お心当たりがない場合は、すぐに新しいパスワードを設定し、このサービスの管理者にご連絡ください。',
    report: {
      text: 'お心当たりがない場合は、3日以内にリンクを開いてください。すべてのデバイスからログアウトし、アカウントを保護できます。',
      button: '自分の操作ではありません',
      footer: 'お心当たりがない場合は、このサービスの管理者にもご連絡ください。',
    },
  }
}
