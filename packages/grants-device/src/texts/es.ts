// The texts of the pages in Spanish.
import type { Texts } from './texts.ts'

/** The texts. */
export const es: Texts = {
  code: {
    title: 'Conectar un dispositivo',
    lead: 'Introduzca el código que muestra su dispositivo.',
    label: 'Código',
    help: 'Ocho letras, por ejemplo WDJB-MJHT',
    submit: 'Continuar',
    errors: {
      wrong_code: 'El código es incorrecto o ha caducado. Compruebe el código en su dispositivo.',
      too_many_codes: 'Demasiados códigos incorrectos. Inténtelo de nuevo en unos minutos.',
    },
  },
  request: {
    title: '¿Permitir el acceso?',
    lead: (application) => `${application} solicita acceso a su cuenta.`,
    compare: 'Compruebe que su dispositivo muestra exactamente este código.',
    facts: {
      application: 'Aplicación',
      organization: 'Organización',
      account: 'Cuenta',
      origin: 'Solicitado desde',
      unknownOrigin: 'Lugar desconocido',
      time: 'Hora de la solicitud',
      minutesAgo: (minutes) => {
        if (minutes === 0) return 'ahora mismo'
        return minutes === 1 ? 'hace 1 minuto' : `hace ${minutes} minutos`
      },
    },
    scopes: {
      heading: 'Acceso solicitado',
      names: {
        openid: 'Inicio de sesión con su cuenta',
        profile: 'Su nombre y su perfil',
        email: 'Su correo electrónico',
        phone: 'Su número de teléfono',
        address: 'Su dirección postal',
        offline_access: 'Mantener la sesión hasta que retire el acceso',
      },
    },
    warning: '¿Otra persona le ha enviado este código o un enlace a esta página? Deniegue el acceso.',
    elsewhere:
      'La solicitud procede de una red distinta a la de este navegador. ¿Otra persona le ha enviado este código o un enlace a esta página? Deniegue el acceso.',
    allow: 'Permitir',
    deny: 'Denegar',
  },
  decided: {
    approved: { title: 'Dispositivo conectado', next: 'Puede cerrar esta página y continuar en su dispositivo.' },
    denied: { title: 'Acceso denegado', next: 'El dispositivo no tiene acceso a su cuenta. Puede cerrar esta página.' },
  },
}
