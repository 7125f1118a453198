// Japanese, in the polite form.
import { html } from 'hono/html'
import type { Texts, Wait } from './texts.ts'

// Japanese has one plural form.
const units = { seconds: '秒', minutes: '分' }
const time = ({ count, unit }: Wait): string => `${count}${units[unit]}`

/** The Japanese texts. */
export const ja: Texts = {
  language: 'ja',
  direction: 'ltr',
  signInTo: (application) => html`${application} にログイン`,
  otherAccount: '別のアカウントを使用する',
  errorPrefix: 'エラー: ',
  loginName: {
    title: 'ログイン',
    label: 'メールアドレスまたはユーザー名',
    submit: '次へ',
    chooseAccount: 'お使いのアカウントから選択する',
  },
  password: { title: 'パスワードを入力してください', label: 'パスワード', submit: 'ログイン' },
  newPassword: {
    label: '新しいパスワード',
    again: '新しいパスワード（確認）',
    length: (count) => `${count}文字以上`,
    lowercase: '英小文字（a–z）',
    uppercase: '英大文字（A–Z）',
    digit: '数字（0–9）',
    symbol: '記号またはスペース',
    guessable: 'よく使われるパスワード、名前、1234のような並びは使えません',
  },
  passwordChange: {
    title: '新しいパスワードを設定してください',
    demanded: '管理者がパスワードの変更を求めています。',
    expired: 'パスワードの有効期限が切れています。',
    expiring: (days) => `パスワードの有効期限はあと${days}日です。`,
    wanted: 'この端末ではログインしたままです。ほかの端末はログアウトされます。',
    current: '現在のパスワード',
    submit: 'パスワードを保存',
  },
  skip: '今はしない',
  oneTimeCode: {
    title: 'コードを入力してください',
    lead: (loginName) => html`認証アプリに ${loginName} のコードが表示されています`,
    label: '6桁のコード',
    submit: '続行',
  },
  ways: {
    or: 'または',
    provider: (name) => html`${name} で続行`,
    recovery: 'パスワードを忘れた場合',
    registration: 'アカウントを作成',
    none: 'ここではログインできません。このサービスの管理者に問い合わせてください。',
  },
  secondFactors: { one_time_code: '認証アプリのコードを使用' },
  accountSelection: { title: 'アカウントを選択してください', signedOut: 'ログアウト済み – もう一度ログインしてください' },
  formPost: { title: 'アプリケーションに戻ります', next: '画面が変わらない場合は「続行」を選択してください。', submit: '続行' },
  welcome: {
    title: 'ログインサービス',
    lead: 'アプリケーションを利用するためのログイン画面です。',
    next: '利用するアプリケーションを開いてください。ログインが必要になると、この画面に移動します。',
  },
  signOut: {
    title: 'ログアウト',
    question: (place) => html`${place} からログアウトしますか？`,
    lead: 'このブラウザーのすべてのアカウントからログアウトします。',
    submit: 'ログアウト',
  },
  signedOut: {
    title: 'ログアウトしました',
    next: 'このウィンドウを閉じてもかまいません。',
    continue: 'アプリケーションに進む',
    othersRemain: 'このブラウザーでは、ほかのアカウントがまだログインしています。',
  },
  formErrors: {
    missing_login_name: 'メールアドレスまたはユーザー名を入力してください。',
    missing_password: 'パスワードを入力してください。',
    missing_code: '認証アプリのコードを入力してください。',
    missing_current_password: '現在のパスワードを入力してください。',
    wrong_current_password: '現在のパスワードが正しくありません。もう一度入力してください。',
    missing_new_password: '新しいパスワードを入力してください。',
    passwords_differ: '2つのパスワードが一致しません。同じものを2回入力してください。',
    password_unchanged: '現在と同じパスワードです。別のものを入力してください。',
    password_too_short: 'パスワードが短すぎます。文字を増やしてください。',
    password_too_long: 'パスワードが長すぎます。短くしてください。',
    password_without_lowercase: '英小文字がありません。1文字以上加えてください。',
    password_without_uppercase: '英大文字がありません。1文字以上加えてください。',
    password_without_digit: '数字がありません。1文字以上加えてください。',
    password_without_symbol: '記号がありません。1文字以上加えてください。',
    password_common: '多くの人が使っている、推測されやすいパスワードです。別のものを入力してください。',
    password_personal: 'ほかの人が知っている名前でできたパスワードです。別のものを入力してください。',
    password_predictable: '並びや繰り返しでできた、推測されやすいパスワードです。別のものを入力してください。',
    invalid_credentials: 'ユーザー名またはパスワードが正しくありません。両方を確認して、もう一度お試しください。',
    invalid_code: 'このコードは正しくないか、期限切れか、すでに使用されています。次のコードが表示されたら、それを入力してください。',
    too_many_attempts: '試行回数が多すぎます。しばらく待ってから、もう一度お試しください。',
    busy: 'ただいまログインが集中しています。数秒後にもう一度お試しください。',
  },
  waitErrors: {
    too_many_attempts: (wait) => `試行回数が多すぎます。${time(wait)}待ってから、もう一度お試しください。`,
    busy: (wait) => `ただいまログインが集中しています。${time(wait)}待ってから、もう一度お試しください。`,
  },
  errorPages: {
    invalid_authorization_request: {
      title: 'このログイン要求は無効です',
      happened: 'アプリケーションから、受け付けられない要求が送信されました。',
      next: 'アプリケーションに戻り、最初からやり直してください。解決しない場合は、アプリケーションの運営者にお知らせください。',
    },
    expired_request: {
      title: 'このログインは続行できません',
      happened: '時間がかかりすぎたか、すでに完了しているか、別のブラウザーで開始されました。',
      next: 'アプリケーションに戻り、最初からやり直してください。',
    },
    forbidden_form: {
      title: 'このフォームは受け付けられませんでした',
      happened: 'このログインから送信されたものではないか、ブラウザーがCookieをブロックしています。',
      next: 'このサイトのCookieを許可してから、アプリケーションに戻り、最初からやり直してください。',
    },
    user_not_active: {
      title: 'このアカウントは使用できません',
      happened: 'アカウント、またはアカウントが属する組織がロックされているか、無効になっています。',
      next: '管理者に問い合わせるか、アプリケーションに戻り、別のアカウントで最初からやり直してください。',
    },
    user_not_admitted: {
      title: 'アクセス権がありません',
      happened: 'このアカウントには、このアプリケーションへのアクセス権がありません。',
      next: '管理者にアクセス権を依頼するか、アプリケーションに戻り、別のアカウントで最初からやり直してください。',
    },
    second_factor_missing: {
      title: '2段階認証の設定が必要です',
      happened: '組織がログインに2つ目の認証方法を求めていますが、このアカウントには設定されていません。',
      next: '管理者に設定を依頼してから、アプリケーションに戻り、最初からやり直してください。',
    },
    second_factor_unavailable: {
      title: '2つ目の認証方法をここでは確認できません',
      happened: 'アカウントに設定されている、または組織が求める2つ目の認証方法に、このサーバーが対応していません。',
      next: '管理者に知らせてから、アプリケーションに戻り、最初からやり直してください。',
    },
    password_change_unavailable: {
      title: '新しいパスワードが必要です',
      happened: '管理者が新しいパスワードを求めていますが、ここでは設定できません。',
      next: '管理者にパスワードの設定を依頼してから、アプリケーションに戻り、最初からやり直してください。',
    },
    wrong_user: {
      title: '別のアカウントが必要です',
      happened: 'アプリケーションが、ログインしたアカウントとは別のアカウントを求めています。',
      next: 'アプリケーションに戻り、求められているアカウントで最初からやり直してください。',
    },
    invalid_sign_out_request: {
      title: 'このログアウト要求は無効です',
      happened: 'アプリケーションから、受け付けられない要求が送信されました。ログアウトは行われていません。',
      next: 'アプリケーションに戻り、最初からやり直してください。解決しない場合は、アプリケーションの運営者にお知らせください。',
    },
    sign_out_failed: {
      title: 'まだログインしています',
      happened: 'システムの一部が応答しないため、ログアウトできませんでした。',
      next: '1分ほど待ってから、アプリケーションに戻り、最初からやり直してください。',
    },
    not_found: {
      title: 'ページが見つかりません',
      happened: 'このアドレスにページはありません。',
      next: 'アドレスを確認するか、アプリケーションに戻り、最初からやり直してください。',
    },
    unavailable: {
      title: '現在ログインできません',
      happened: 'システムの一部が応答していません。',
      next: '1分ほど待ってから、アプリケーションに戻り、最初からやり直してください。',
    },
    too_many_requests: {
      title: 'リクエストが多すぎます',
      happened: 'お使いのネットワークからのリクエストが多すぎるため、処理を制限しています。',
      next: '1分ほど待ってから、アプリケーションに戻り、最初からやり直してください。',
    },
    server_error: {
      title: '問題が発生しました',
      happened: 'サーバー側で予期しないエラーが発生しました。',
      next: 'アプリケーションに戻り、最初からやり直してください。解決しない場合は、管理者にお知らせください。',
    },
  },
  forDevelopers: '開発者向け情報',
}
