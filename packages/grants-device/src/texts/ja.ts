// The texts of the pages in Japanese.
import type { Texts } from './texts.ts'

/** The texts. */
export const ja: Texts = {
  code: {
    title: 'デバイスを接続',
    lead: 'デバイスに表示されているコードを入力してください。',
    label: 'コード',
    help: '8 文字の英字（例: WDJB-MJHT）',
    submit: '続行',
    errors: {
      wrong_code: 'コードが正しくないか、有効期限が切れています。デバイスのコードを確認してください。',
      too_many_codes: '正しくないコードが何度も入力されました。数分後にもう一度お試しください。',
    },
  },
  request: {
    title: 'アクセスを許可しますか？',
    lead: (application) => `${application} があなたのアカウントへのアクセスを求めています。`,
    compare: 'デバイスにこのコードとまったく同じコードが表示されていることを確認してください。',
    facts: {
      application: 'アプリケーション',
      organization: '組織',
      account: 'アカウント',
      origin: 'リクエスト元',
      unknownOrigin: '不明な場所',
      time: 'リクエスト日時',
      minutesAgo: (minutes) => (minutes === 0 ? 'たった今' : `${minutes} 分前`),
    },
    scopes: {
      heading: '求められているアクセス',
      names: {
        openid: 'アカウントでのログイン',
        profile: '名前とプロフィール',
        email: 'メールアドレス',
        phone: '電話番号',
        address: '住所',
        offline_access: 'アクセスを取り消すまでログインしたままにする',
      },
    },
    warning: 'このコードやこのページへのリンクを他の人から受け取った場合は、アクセスを拒否してください。',
    elsewhere:
      'このリクエストは、このブラウザーとは別のネットワークから送信されました。このコードやこのページへのリンクを他の人から受け取った場合は、アクセスを拒否してください。',
    allow: '許可',
    deny: '拒否',
  },
  decided: {
    approved: { title: 'デバイスを接続しました', next: 'このページを閉じて、デバイスで続けてください。' },
    denied: { title: 'アクセスを拒否しました', next: 'デバイスはあなたのアカウントにアクセスできません。このページを閉じてください。' },
  },
}
