// The texts of the pages that ask a signed-in user for an email address, by language.
import type { EmailAddressPage, Locale } from '@symbolon/login'

/** By what the address is asked for. */
export type EmailAddressTexts = Readonly<Record<EmailAddressPage['reason'], { readonly title: string; readonly lead: string }>>

/** The texts of each language. */
export const emailAddressTexts: Readonly<Record<Locale, EmailAddressTexts>> = {
  en: {
    verification: {
      title: 'Confirm your email address',
      lead: 'We will send a code to this address. Once confirmed, you can use it to recover your account.',
    },
    change: {
      title: 'Change your email address',
      lead: 'We will send a code to the new address. Your current address stays active until you enter the code.',
    },
  },
  de: {
    verification: {
      title: 'E-Mail-Adresse bestätigen',
      lead: 'Wir senden einen Code an diese Adresse. Nach der Bestätigung können Sie damit Ihr Konto wiederherstellen.',
    },
    change: {
      title: 'E-Mail-Adresse ändern',
      lead: 'Wir senden einen Code an die neue Adresse. Bis Sie ihn eingeben, bleibt Ihre bisherige Adresse gültig.',
    },
  },
  fr: {
    verification: {
      title: 'Confirmez votre adresse e-mail',
      lead: 'Nous enverrons un code à cette adresse. Une fois confirmée, elle vous permettra de récupérer votre compte.',
    },
    change: {
      title: 'Changez d’adresse e-mail',
      lead: 'Nous enverrons un code à la nouvelle adresse. Votre adresse actuelle reste valable jusqu’à ce que vous saisissiez le code.',
    },
  },
  es: {
    verification: {
      title: 'Confirme su dirección de correo',
      lead: 'Enviaremos un código a esta dirección. Una vez confirmada, podrá usarla para recuperar su cuenta.',
    },
    change: {
      title: 'Cambie su dirección de correo',
      lead: 'Enviaremos un código a la dirección nueva. Su dirección actual sigue siendo válida hasta que lo introduzca.',
    },
  },
  it: {
    verification: {
      title: 'Conferma il tuo indirizzo e-mail',
      lead: 'Invieremo un codice a questo indirizzo. Una volta confermato, potrai usarlo per recuperare l’account.',
    },
    change: {
      title: 'Cambia l’indirizzo e-mail',
      lead: 'Invieremo un codice al nuovo indirizzo. Quello attuale resta valido finché non inserisci il codice.',
    },
  },
  pt: {
    verification: {
      title: 'Confirme seu endereço de e-mail',
      lead: 'Enviaremos um código para este endereço. Depois de confirmado, você poderá usá-lo para recuperar sua conta.',
    },
    change: {
      title: 'Altere seu endereço de e-mail',
      lead: 'Enviaremos um código para o novo endereço. O endereço atual continua valendo até você digitar o código.',
    },
  },
  nl: {
    verification: {
      title: 'Bevestig je e-mailadres',
      lead: 'We sturen een code naar dit adres. Na bevestiging kun je er je account mee herstellen.',
    },
    change: {
      title: 'Wijzig je e-mailadres',
      lead: 'We sturen een code naar het nieuwe adres. Je huidige adres blijft gelden tot je de code invoert.',
    },
  },
  pl: {
    verification: {
      title: 'Potwierdź swój adres e-mail',
      lead: 'Wyślemy kod na ten adres. Po potwierdzeniu możesz za jego pomocą odzyskać konto.',
    },
    change: {
      title: 'Zmień adres e-mail',
      lead: 'Wyślemy kod na nowy adres. Obecny adres pozostaje ważny, dopóki nie wpiszesz kodu.',
    },
  },
  ja: {
    verification: {
      title: 'メールアドレスを確認してください',
      lead: 'このアドレスにコードを送信します。確認が完了すると、アカウントの復旧に使用できます。',
    },
    change: {
      title: 'メールアドレスを変更',
      lead: '新しいアドレスにコードを送信します。コードを入力するまで、現在のアドレスは変わりません。',
    },
  },
  zh: {
    verification: {
      title: '确认您的邮箱地址',
      lead: '我们会向此地址发送验证码。确认后，您可以用它找回账号。',
    },
    change: {
      title: '更改邮箱地址',
      lead: '我们会向新地址发送验证码。在您输入验证码之前，当前地址保持不变。',
    },
  },
}
