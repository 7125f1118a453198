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
    place: 'Dirección IP',
    messages: {
      recovery: {
        subject: 'Restablezca su contraseña',
        text: 'Hemos recibido una solicitud para restablecer la contraseña de su cuenta {{.PreferredLoginName}}. Introduzca este código o abra el enlace. Ambos caducan en una hora.',
        button: 'Restablecer la contraseña',
        footer: 'Si no lo ha solicitado usted, ignore este mensaje. Su contraseña no cambiará.',
      },
      recovery_without_password: {
        subject: 'Cómo iniciar sesión',
        text: 'Hemos recibido una solicitud para restablecer la contraseña de su cuenta {{.PreferredLoginName}}. Su cuenta no tiene contraseña. Inicie sesión con su clave de acceso o con el servicio que ha usado hasta ahora.',
        footer: 'Si no lo ha solicitado usted, ignore este mensaje.',
      },
      invitation: {
        subject: 'Su cuenta nueva',
        text: 'Se ha creado una cuenta para usted: {{.PreferredLoginName}}. Abra el enlace para configurar su inicio de sesión. El enlace caduca en tres días.',
        button: 'Configurar la cuenta',
        footer: 'Si no esperaba este mensaje, puede ignorarlo.',
      },
      password_link: {
        subject: 'Establecer una contraseña nueva',
        text: 'Abra el enlace para establecer una contraseña nueva para su cuenta {{.PreferredLoginName}}. El enlace caduca en una hora.',
        button: 'Establecer una contraseña nueva',
        footer: 'Si no esperaba este mensaje, puede ignorarlo.',
      },
      email_verification: {
        subject: 'Su código: {{.Code}}',
        text: 'Introduzca este código para confirmar su dirección de correo {{.LastEmail}}. El código caduca en una hora.',
        footer: 'Si no lo ha solicitado usted, ignore este mensaje.',
      },
      registration: {
        subject: 'Su código: {{.Code}}',
        text: 'Introduzca este código para crear su cuenta. El código caduca en una hora.',
        footer: 'Si no lo ha solicitado usted, ignore este mensaje. Sin el código no se creará ninguna cuenta.',
      },
      account_deleted: {
        subject: 'Su cuenta se ha eliminado',
        text: 'Su cuenta {{.PreferredLoginName}} se ha eliminado a petición suya. Este es el último mensaje sobre ella.',
        footer: 'Si no ha sido usted, póngase en contacto de inmediato con su administrador.',
      },
      registration_existing: {
        subject: 'Ya tiene una cuenta',
        text: 'Hemos recibido una solicitud para crear una cuenta con su dirección de correo. Ya tiene una cuenta: {{.PreferredLoginName}}. Inicie sesión con ella. Si ha olvidado la contraseña, elija allí «¿Ha olvidado su contraseña?».',
        footer: 'Si no lo ha solicitado usted, ignore este mensaje.',
      },
      email_in_use: {
        subject: 'Su dirección de correo ya está en uso',
        text: 'Hemos recibido una solicitud para usar esta dirección de correo en otra cuenta. Ya pertenece a una cuenta, así que no se ha cambiado nada.',
        footer: 'Si no lo ha solicitado usted, ignore este mensaje.',
      },
    },
    notices: {
      password_changed: 'Se ha cambiado su contraseña',
      email_changed: 'Se ha cambiado su dirección de correo',
      passkey_added: 'Se ha añadido una clave de acceso a su cuenta',
      passkey_removed: 'Se ha eliminado una clave de acceso de su cuenta',
      factors_removed:
        'Se ha cambiado su contraseña y se han eliminado su aplicación de autenticación, sus códigos de recuperación y sus claves de acceso',
      identity_connected: 'Se ha vinculado una cuenta externa a su cuenta',
      identity_disconnected: 'Se ha desvinculado una cuenta externa de su cuenta',
      authenticator_added: 'Se ha añadido una aplicación de autenticación a su cuenta',
      authenticator_removed: 'Se ha eliminado una aplicación de autenticación de su cuenta',
      recovery_codes_created: 'Se han creado códigos de recuperación nuevos para su cuenta',
      recovery_code_used: 'Se ha usado un código de recuperación de su cuenta',
    },
    noticeText: 'Este aviso se refiere a su cuenta {{.PreferredLoginName}}. Si ha sido usted, no tiene que hacer nada.',
    noticeFooter: 'Si no ha sido usted, establezca de inmediato una contraseña nueva y póngase en contacto con su administrador.',
    report: {
      text: 'Si no ha sido usted, abra el enlace en un plazo de tres días. Así se cerrará su sesión en todas partes y podrá proteger su cuenta.',
      button: 'No he sido yo',
      footer: 'Si no ha sido usted, póngase también en contacto con su administrador.',
    },
  }
}
