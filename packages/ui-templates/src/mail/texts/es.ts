// Spanish.
import type { MailTexts } from './mail-texts.ts'

/** The texts of mails in Spanish. */
export function es(): MailTexts {
  return {
    language: 'es',
    direction: 'ltr',
    greeting: 'Hola, {{.DisplayName}}:',
    colon: ': ',
    code: 'Su código',
    service: 'Servicio',
    application: 'Aplicación',
    time: 'Fecha y hora',
    place: 'Dirección de red',
    messages: {
      recovery: {
        subject: 'Establecer una contraseña nueva',
        text: 'Alguien ha pedido una contraseña nueva para su cuenta {{.PreferredLoginName}}. Introduzca este código o abra el enlace. Cada uno sirve una sola vez, durante una hora.',
        button: 'Establecer una contraseña nueva',
        footer: 'Si no lo ha pedido usted, ignore este mensaje. Su contraseña no cambia.',
      },
      recovery_without_password: {
        subject: 'Cómo iniciar sesión',
        text: 'Alguien ha pedido una contraseña nueva para su cuenta {{.PreferredLoginName}}. Su cuenta no tiene contraseña: inicie sesión con su clave de acceso o con el servicio que ha usado hasta ahora.',
        footer: 'Si no lo ha pedido usted, ignore este mensaje.',
      },
      invitation: {
        subject: 'Su cuenta nueva',
        text: 'Se ha creado una cuenta para usted: {{.PreferredLoginName}}. Abra el enlace para elegir cómo iniciar sesión. Sirve una sola vez, durante tres días.',
        button: 'Configurar la cuenta',
        footer: 'Si no esperaba este mensaje, ignórelo.',
      },
      password_link: {
        subject: 'Establecer una contraseña nueva',
        text: 'Abra el enlace para establecer una contraseña nueva para su cuenta {{.PreferredLoginName}}. Sirve una sola vez, durante una hora.',
        button: 'Establecer una contraseña nueva',
        footer: 'Si no esperaba este mensaje, ignórelo.',
      },
      email_verification: {
        subject: 'Su código: {{.Code}}',
        text: 'Introduzca este código para confirmar que {{.LastEmail}} es su dirección. Sirve una sola vez, durante una hora.',
        footer: 'Si no lo ha pedido usted, ignore este mensaje.',
      },
      registration: {
        subject: 'Su código: {{.Code}}',
        text: 'Introduzca este código para crear su cuenta. Sirve una sola vez, durante una hora.',
        footer: 'Si no lo ha pedido usted, ignore este mensaje. Sin el código no se crea ninguna cuenta.',
      },
      account_deleted: {
        subject: 'Su cuenta se ha eliminado',
        text: 'Su cuenta {{.PreferredLoginName}} se ha eliminado a petición suya. Este es el último mensaje sobre ella.',
        footer: 'Si no ha sido usted, avise de inmediato a los responsables de este servicio.',
      },
      registration_existing: {
        subject: 'Ya tiene una cuenta',
        text: 'Alguien ha intentado crear una cuenta con su dirección. Ya tiene una: {{.PreferredLoginName}}. Inicie sesión con ella. Si ha olvidado la contraseña, elija allí «¿Ha olvidado su contraseña?».',
        footer: 'Si no lo ha pedido usted, ignore este mensaje.',
      },
      email_in_use: {
        subject: 'Su dirección pertenece a una cuenta',
        text: 'Alguien ha querido usar esta dirección para otra cuenta. Ya pertenece a una cuenta, así que no se ha cambiado nada.',
        footer: 'Si no lo ha pedido usted, ignore este mensaje.',
      },
    },
    notices: {
      password_changed: 'Se ha cambiado su contraseña',
      email_changed: 'Se ha cambiado la dirección de correo de su cuenta',
      passkey_added: 'Se ha añadido una clave de acceso a su cuenta',
      passkey_removed: 'Se ha eliminado una clave de acceso de su cuenta',
      factors_removed:
        'Se ha cambiado su contraseña y se han eliminado su aplicación de autenticación, sus códigos de recuperación y sus claves de acceso',
      identity_connected: 'Se ha vinculado a su cuenta la cuenta de otro servicio',
      identity_disconnected: 'Se ha desvinculado de su cuenta la cuenta de otro servicio',
      authenticator_added: 'Se ha añadido una aplicación de autenticación a su cuenta',
      authenticator_removed: 'Se ha eliminado una aplicación de autenticación de su cuenta',
      recovery_codes_created: 'Se han creado códigos de recuperación nuevos para su cuenta',
      recovery_code_used: 'Se ha usado un código de recuperación de su cuenta',
    },
    noticeText: 'Este aviso se refiere a su cuenta {{.PreferredLoginName}}. Si ha sido usted, no tiene que hacer nada.',
    noticeFooter: 'Si no ha sido usted, establezca de inmediato una contraseña nueva y avise a los responsables de este servicio.',
    report: {
      text: 'Si no ha sido usted, abra el enlace en un plazo de tres días. Cierra la sesión de su cuenta en todas partes y le ayuda a protegerla.',
      button: 'No he sido yo',
      footer: 'Si no ha sido usted, avise también a los responsables de este servicio.',
    },
  }
}
