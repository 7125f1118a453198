// Japanese.
import { html } from 'hono/html'
import type { AccountTexts } from './texts.ts'

/** The texts of the account page in Japanese. */
export const ja: AccountTexts = {
  title: 'アカウント',
  chooseAccount: 'アカウントを選択',
  otherAccount: '別のアカウントを表示',
  person: {
    heading: 'ユーザー情報',
    loginName: 'ユーザー名',
    email: 'メールアドレス',
    phone: '電話番号',
    organization: '組織',
    unverified: '未確認',
  },
  sessions: {
    heading: 'サインイン中のブラウザー',
    lead: '見覚えのないブラウザーをサインアウトさせてから、パスワードを変更してください。',
    device: (browser, system) => `${browser}（${system}）`,
    unknownDevice: '不明なブラウザー',
    current: 'このブラウザー',
    signedIn: (time) => `サインイン：${time}`,
    lastUsed: (time) => `最終使用：${time}`,
    network: (network) => html`ネットワーク ${network}`,
    end: 'サインアウト',
    endOthers: 'ほかのすべてをサインアウト',
    more: (count) => `ほかに ${count} 件のブラウザーがあります。`,
  },
  notices: {
    session_ended: 'ブラウザーをサインアウトしました。',
    other_sessions_ended: 'ほかのすべてのブラウザーをサインアウトしました。',
  },
  errors: { outdated_form: 'このページを開いた後にもう一度サインインしたため、何も変更されていません。もう一度お試しください。' },
}
