// Spanish, in the formal address.
import { html } from 'hono/html'
import { pluralOf } from './plural.ts'
import type { Texts, Wait } from './texts.ts'

const plural = pluralOf('es')
const units = { seconds: { one: 'segundo', other: 'segundos' }, minutes: { one: 'minuto', other: 'minutos' } }
const time = ({ count, unit }: Wait): string => `${count} ${plural(count, units[unit])}`

/** The Spanish texts. */
export const es: Texts = {
  language: 'es',
  direction: 'ltr',
  signInTo: (application) => html`Iniciar sesión en ${application}`,
  otherAccount: 'Usar otra cuenta',
  errorPrefix: 'Error: ',
  loginName: {
    title: 'Iniciar sesión',
    label: 'Correo electrónico o nombre de usuario',
    submit: 'Siguiente',
    chooseAccount: 'Elegir una de sus cuentas',
  },
  password: { title: 'Introduzca su contraseña', label: 'Contraseña', submit: 'Iniciar sesión' },
  newPassword: {
    label: 'Nueva contraseña',
    again: 'Repita la nueva contraseña',
    length: (count) => `Al menos ${count} ${plural(count, { one: 'carácter', other: 'caracteres' })}`,
    lowercase: 'Una letra minúscula (a–z)',
    uppercase: 'Una letra mayúscula (A–Z)',
    digit: 'Una cifra (0–9)',
    symbol: 'Un símbolo o un espacio',
    guessable: 'Ni contraseñas habituales, ni nombres, ni secuencias como 1234',
  },
  passwordChange: {
    title: 'Elija una nueva contraseña',
    demanded: 'Su administrador le pide que cambie la contraseña.',
    expired: 'Su contraseña ha caducado.',
    expiring: (days) => `Su contraseña caduca en ${days} ${plural(days, { one: 'día', other: 'días' })}.`,
    wanted: 'Aquí seguirá con la sesión iniciada. En sus otros dispositivos se cerrará.',
    current: 'Contraseña actual',
    submit: 'Guardar contraseña',
  },
  skip: 'Ahora no',
  oneTimeCode: {
    title: 'Introduzca su código',
    lead: (loginName) => html`Su aplicación de autenticación muestra un código para ${loginName}`,
    label: 'Código de seis dígitos',
    submit: 'Continuar',
  },
  ways: {
    or: 'o',
    provider: (name) => html`Continuar con ${name}`,
    recovery: '¿Ha olvidado su contraseña?',
    registration: 'Crear una cuenta',
    none: 'Aquí no es posible iniciar sesión. Pida ayuda a los responsables de este servicio.',
  },
  secondFactors: { one_time_code: 'Usar un código de su aplicación de autenticación' },
  accountSelection: { title: 'Elija una cuenta', signedOut: 'Sesión cerrada: inicie sesión de nuevo' },
  externalAccount: {
    title: 'No hay ninguna cuenta conectada',
    lead: (provider) => html`Su cuenta de ${provider} no está conectada con ninguna cuenta de aquí.`,
    heading: 'Crear una cuenta',
    userName: 'Nombre de usuario',
    firstName: 'Nombre',
    lastName: 'Apellidos',
    email: 'Correo electrónico',
    submit: 'Crear cuenta',
    connect: 'Iniciar sesión y conectar una cuenta que ya tiene',
    none: 'Inicie sesión de otra forma o pida una cuenta a los responsables de este servicio.',
  },
  externalLink: {
    title: '¿Conectar esta cuenta?',
    lead: (provider, loginName) => html`Podrá iniciar sesión como ${loginName} con su cuenta de ${provider}.`,
    account: 'Cuenta',
    submit: 'Conectar',
    cancel: 'No conectar',
  },
  formPost: { title: 'Volviendo a la aplicación', next: 'Si no ocurre nada, seleccione «Continuar».', submit: 'Continuar' },
  welcome: {
    title: 'Servicio de inicio de sesión',
    lead: 'Aquí se inicia sesión para usar aplicaciones.',
    next: 'Abra la aplicación que quiera usar. Ella le traerá aquí cuando tenga que iniciar sesión.',
  },
  signOut: {
    title: 'Cerrar sesión',
    question: (place) => html`¿Cerrar sesión en ${place}?`,
    lead: 'Se cerrará la sesión de todas las cuentas en este navegador.',
    submit: 'Cerrar sesión',
  },
  signedOut: {
    title: 'Ha cerrado sesión',
    next: 'Ya puede cerrar esta ventana.',
    continue: 'Continuar a la aplicación',
    othersRemain: 'Otras cuentas siguen con la sesión iniciada en este navegador.',
  },
  formErrors: {
    missing_login_name: 'Introduzca su correo electrónico o nombre de usuario.',
    missing_password: 'Introduzca su contraseña.',
    missing_code: 'Introduzca el código de su aplicación de autenticación.',
    missing_current_password: 'Introduzca su contraseña actual.',
    wrong_current_password: 'Su contraseña actual no es correcta. Introdúzcala de nuevo.',
    missing_new_password: 'Introduzca una nueva contraseña.',
    passwords_differ: 'Las dos contraseñas son distintas. Introduzca dos veces la misma.',
    password_unchanged: 'Esta es su contraseña actual. Elija otra.',
    password_too_short: 'Esta contraseña es demasiado corta. Añada caracteres.',
    password_too_long: 'Esta contraseña es demasiado larga. Elija una más corta.',
    password_without_lowercase: 'Esta contraseña no tiene ninguna letra minúscula. Añada una.',
    password_without_uppercase: 'Esta contraseña no tiene ninguna letra mayúscula. Añada una.',
    password_without_digit: 'Esta contraseña no tiene ninguna cifra. Añada una.',
    password_without_symbol: 'Esta contraseña no tiene ningún símbolo. Añada uno.',
    password_common: 'Mucha gente usa esta contraseña, así que es fácil de adivinar. Elija otra.',
    password_personal: 'Esta contraseña está hecha de nombres que otros conocen. Elija otra.',
    password_predictable: 'Esta contraseña es una secuencia o se repite, así que es fácil de adivinar. Elija otra.',
    invalid_credentials: 'El nombre de usuario o la contraseña no son correctos. Compruebe ambos e inténtelo de nuevo.',
    invalid_code: 'Este código es incorrecto, ha caducado o ya se ha usado. Espere al siguiente e introdúzcalo.',
    too_many_attempts: 'Demasiados intentos. Espere un momento e inténtelo de nuevo.',
    busy: 'Muchas personas están iniciando sesión en este momento. Inténtelo de nuevo dentro de unos segundos.',
    missing_name: 'Introduzca su nombre y sus apellidos.',
    invalid_user_name: 'Introduzca otro nombre de usuario. Puede tener letras, cifras y signos habituales.',
    user_name_taken: 'Este nombre de usuario ya está en uso. Elija otro.',
  },
  waitErrors: {
    too_many_attempts: (wait) => `Demasiados intentos. Espere ${time(wait)} e inténtelo de nuevo.`,
    busy: (wait) => `Muchas personas están iniciando sesión en este momento. Espere ${time(wait)} e inténtelo de nuevo.`,
  },
  errorPages: {
    invalid_authorization_request: {
      title: 'Esta solicitud de inicio de sesión no es válida',
      happened: 'La aplicación ha enviado una solicitud que no podemos aceptar.',
      next: 'Vuelva a la aplicación y empiece de nuevo. Si no sirve, avise a los responsables de la aplicación.',
    },
    expired_request: {
      title: 'Este inicio de sesión ya no está abierto',
      happened: 'Ha tardado demasiado, ya se ha completado o se inició en otro navegador.',
      next: 'Vuelva a la aplicación y empiece de nuevo.',
    },
    forbidden_form: {
      title: 'No hemos podido aceptar este formulario',
      happened: 'No se ha enviado desde este inicio de sesión, o su navegador bloquea nuestras cookies.',
      next: 'Permita las cookies de este sitio, vuelva a la aplicación y empiece de nuevo.',
    },
    user_not_active: {
      title: 'Esta cuenta no se puede usar',
      happened: 'La cuenta, o la organización a la que pertenece, está bloqueada o desactivada.',
      next: 'Pregunte a su administrador, o vuelva a la aplicación y empiece de nuevo con otra cuenta.',
    },
    user_not_admitted: {
      title: 'No tiene acceso',
      happened: 'Su cuenta no tiene acceso a esta aplicación.',
      next: 'Pida acceso a su administrador, o vuelva a la aplicación y empiece de nuevo con otra cuenta.',
    },
    second_factor_missing: {
      title: 'Se necesita un segundo factor',
      happened: 'Su organización lo exige para iniciar sesión, y su cuenta no tiene ninguno configurado.',
      next: 'Pida a su administrador que configure uno, vuelva a la aplicación y empiece de nuevo.',
    },
    second_factor_unavailable: {
      title: 'Su segundo factor no se puede comprobar aquí',
      happened: 'Su cuenta tiene, o su organización exige, un segundo factor para el que este servidor no está configurado.',
      next: 'Avise a su administrador, vuelva a la aplicación y empiece de nuevo.',
    },
    password_change_unavailable: {
      title: 'Se necesita una contraseña nueva',
      happened: 'Su administrador exige una contraseña nueva, y aquí no se puede establecer.',
      next: 'Pida a su administrador que establezca una, vuelva a la aplicación y empiece de nuevo.',
    },
    wrong_user: {
      title: 'Se necesita otra cuenta',
      happened: 'La aplicación pide una cuenta distinta de la que ha usado para iniciar sesión.',
      next: 'Vuelva a la aplicación y empiece de nuevo con la cuenta que pide.',
    },
    invalid_sign_out_request: {
      title: 'Esta solicitud de cierre de sesión no es válida',
      happened: 'La aplicación ha enviado una solicitud que no podemos aceptar. No se ha cerrado ninguna sesión.',
      next: 'Vuelva a la aplicación y empiece de nuevo. Si no sirve, avise a los responsables de la aplicación.',
    },
    sign_out_failed: {
      title: 'Su sesión sigue abierta',
      happened: 'Uno de nuestros sistemas no responde, por lo que no hemos podido cerrar su sesión.',
      next: 'Espere un minuto, vuelva a la aplicación y empiece de nuevo.',
    },
    not_found: {
      title: 'Página no encontrada',
      happened: 'No hay ninguna página en esta dirección.',
      next: 'Compruebe la dirección, o vuelva a la aplicación y empiece de nuevo.',
    },
    unavailable: {
      title: 'El inicio de sesión no está disponible en este momento',
      happened: 'Uno de nuestros sistemas no responde.',
      next: 'Espere un minuto, vuelva a la aplicación y empiece de nuevo.',
    },
    too_many_requests: {
      title: 'Demasiadas solicitudes',
      happened: 'Su red ha enviado tantas solicitudes que tenemos que ir más despacio.',
      next: 'Espere un minuto, vuelva a la aplicación y empiece de nuevo.',
    },
    server_error: {
      title: 'Algo ha salido mal',
      happened: 'Se ha producido un error inesperado por nuestra parte.',
      next: 'Vuelva a la aplicación y empiece de nuevo. Si no sirve, avise a su administrador.',
    },
    external_sign_in_failed: {
      title: 'El inicio de sesión no ha funcionado',
      happened: 'No se ha podido contactar con el otro servicio, o su respuesta no era válida.',
      next: 'Elija otra forma de iniciar sesión, o vuelva a la aplicación y empiece de nuevo.',
    },
    external_sign_in_cancelled: {
      title: 'No ha iniciado sesión',
      happened: 'Ha cancelado el inicio de sesión en el otro servicio, o este lo ha rechazado.',
      next: 'Elija otra forma de iniciar sesión, o vuelva a la aplicación y empiece de nuevo.',
    },
    external_not_allowed: {
      title: 'Esta forma de iniciar sesión no está permitida',
      happened: 'Su organización no permite iniciar sesión con este servicio.',
      next: 'Elija otra forma de iniciar sesión, o vuelva a la aplicación y empiece de nuevo.',
    },
    external_wrong_organization: {
      title: 'Esta cuenta no se puede usar aquí',
      happened: 'Pertenece a una organización cuyas cuentas no pueden iniciar sesión.',
      next: 'Elija otra forma de iniciar sesión, o vuelva a la aplicación y empiece de nuevo.',
    },
    external_not_linked: {
      title: 'La cuenta no se ha conectado',
      happened: 'No se puede conectar con su cuenta, o ha pasado demasiado tiempo.',
      next: 'Elija otra forma de iniciar sesión, o vuelva a la aplicación y empiece de nuevo.',
    },
  },
  forDevelopers: 'Para desarrolladores',
}
