// The texts of the pages in Portuguese.
import type { Texts } from './texts.ts'

/** The texts. */
export const pt: Texts = {
  code: {
    title: 'Conectar um dispositivo',
    lead: 'Digite o código que aparece no seu dispositivo.',
    label: 'Código',
    help: 'Oito letras, por exemplo WDJB-MJHT',
    submit: 'Continuar',
    errors: {
      wrong_code: 'O código está incorreto ou expirou. Verifique o código no seu dispositivo.',
      too_many_codes: 'Muitos códigos incorretos. Tente novamente em alguns minutos.',
    },
  },
  request: {
    title: 'Permitir o acesso?',
    lead: (application) => `${application} solicita acesso à sua conta.`,
    compare: 'Verifique se o seu dispositivo mostra exatamente este código.',
    facts: {
      application: 'Aplicativo',
      organization: 'Organização',
      account: 'Conta',
      origin: 'Solicitado de',
      unknownOrigin: 'Local desconhecido',
      time: 'Hora da solicitação',
      minutesAgo: (minutes) => {
        if (minutes === 0) return 'agora mesmo'
        return minutes === 1 ? 'há 1 minuto' : `há ${minutes} minutos`
      },
    },
    scopes: {
      heading: 'Acesso solicitado',
      names: {
        openid: 'Login com a sua conta',
        profile: 'Seu nome e seu perfil',
        email: 'Seu endereço de e-mail',
        phone: 'Seu número de telefone',
        address: 'Seu endereço postal',
        offline_access: 'Continuar conectado até você remover o acesso',
      },
    },
    warning: 'Outra pessoa enviou a você este código ou um link para esta página? Então negue o acesso.',
    elsewhere:
      'A solicitação vem de uma rede diferente da rede deste navegador. Outra pessoa enviou a você este código ou um link para esta página? Então negue o acesso.',
    allow: 'Permitir',
    deny: 'Negar',
  },
  decided: {
    approved: { title: 'Dispositivo conectado', next: 'Você pode fechar esta página e continuar no seu dispositivo.' },
    denied: { title: 'Acesso negado', next: 'O dispositivo não tem acesso à sua conta. Você pode fechar esta página.' },
  },
}
