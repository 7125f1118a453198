// The texts of the pages that ask a signed-in user for an email address, by language.
import type { EmailAddressPage, Locale } from '@symbolon/login'

/** By what the address is asked for. */
export type EmailAddressTexts = Readonly<Record<EmailAddressPage['reason'], { readonly title: string; readonly lead: string }>>

/** The texts of each language. */
export const emailAddressTexts: Readonly<Record<Locale, EmailAddressTexts>> = {
  en: {
    verification: {
      title: 'Confirm your email address',
      lead: 'We will send a code to this address. Then we know that our emails reach you, for example when you forget your password.',
    },
    change: {
      title: 'Change your email address',
      lead: 'Enter the new address. We will send a code to it. Your current address stays until you enter the code.',
    },
  },
  de: {
    verification: {
      title: 'E-Mail-Adresse bestätigen',
      lead: 'Wir senden einen Code an diese Adresse. So wissen wir, dass unsere E-Mails Sie erreichen, etwa wenn Sie Ihr Passwort vergessen.',
    },
    change: {
      title: 'E-Mail-Adresse ändern',
      lead: 'Geben Sie die neue Adresse ein. Wir senden einen Code dorthin. Bis Sie ihn eingeben, bleibt Ihre bisherige Adresse gültig.',
    },
  },
  fr: {
    verification: {
      title: 'Confirmez votre adresse e-mail',
      lead: 'Nous enverrons un code à cette adresse. Nous saurons ainsi que nos messages vous parviennent, par exemple si vous oubliez votre mot de passe.',
    },
    change: {
      title: 'Changez d’adresse e-mail',
      lead: 'Saisissez la nouvelle adresse. Nous y enverrons un code. Votre adresse actuelle reste valable jusqu’à ce que vous le saisissiez.',
    },
  },
  es: {
    verification: {
      title: 'Confirme su dirección de correo',
      lead: 'Enviaremos un código a esta dirección. Así sabemos que nuestros mensajes le llegan, por ejemplo si olvida la contraseña.',
    },
    change: {
      title: 'Cambie su dirección de correo',
      lead: 'Introduzca la nueva dirección. Le enviaremos un código. Su dirección actual sigue siendo válida hasta que lo introduzca.',
    },
  },
  it: {
    verification: {
      title: 'Conferma il tuo indirizzo e-mail',
      lead: 'Invieremo un codice a questo indirizzo. Così sappiamo che i nostri messaggi ti arrivano, ad esempio se dimentichi la password.',
    },
    change: {
      title: 'Cambia l’indirizzo e-mail',
      lead: 'Inserisci il nuovo indirizzo. Ti invieremo un codice. Il tuo indirizzo attuale resta valido finché non lo inserisci.',
    },
  },
  pt: {
    verification: {
      title: 'Confirme seu endereço de e-mail',
      lead: 'Enviaremos um código para este endereço. Assim sabemos que nossas mensagens chegam até você, por exemplo se esquecer a senha.',
    },
    change: {
      title: 'Altere seu endereço de e-mail',
      lead: 'Digite o novo endereço. Enviaremos um código para ele. Seu endereço atual continua valendo até você digitar o código.',
    },
  },
  nl: {
    verification: {
      title: 'Bevestig je e-mailadres',
      lead: 'We sturen een code naar dit adres. Zo weten we dat onze berichten je bereiken, bijvoorbeeld als je je wachtwoord vergeet.',
    },
    change: {
      title: 'Wijzig je e-mailadres',
      lead: 'Voer het nieuwe adres in. We sturen er een code naartoe. Je huidige adres blijft gelden tot je de code invoert.',
    },
  },
  pl: {
    verification: {
      title: 'Potwierdź swój adres e-mail',
      lead: 'Wyślemy kod na ten adres. Dzięki temu wiemy, że nasze wiadomości do Ciebie docierają, na przykład gdy zapomnisz hasła.',
    },
    change: {
      title: 'Zmień adres e-mail',
      lead: 'Wpisz nowy adres. Wyślemy na niego kod. Obecny adres pozostaje ważny, dopóki nie wpiszesz kodu.',
    },
  },
  ja: {
    verification: {
      title: 'メールアドレスを確認してください',
      lead: 'このアドレスにコードを送信します。パスワードを忘れたときなどに、メールが届くことを確認するためです。',
    },
    change: {
      title: 'メールアドレスを変更',
      lead: '新しいアドレスを入力してください。そのアドレスにコードを送信します。コードを入力するまで、現在のアドレスは変わりません。',
    },
  },
  zh: {
    verification: {
      title: '确认您的邮箱地址',
      lead: '我们会向此地址发送验证码，以确认您能收到我们的邮件，例如在忘记密码时。',
    },
    change: {
      title: '更改邮箱地址',
      lead: '请输入新地址，我们会向其发送验证码。在您输入验证码之前，当前地址保持不变。',
    },
  },
}
