// Portuguese.
import type { MailTexts } from './mail-texts.ts'

/** The texts of mails in Portuguese. */
export function pt(): MailTexts {
  return {
    language: 'pt-BR',
    direction: 'ltr',
    greeting: 'Olá, {{.DisplayName}},',
    colon: ': ',
    code: 'Seu código',
    service: 'Serviço',
    application: 'Aplicativo',
    time: 'Data e hora',
    place: 'Endereço IP',
    messages: {
      recovery: {
        subject: 'Redefina sua senha',
        text: 'Recebemos uma solicitação para redefinir a senha da sua conta {{.PreferredLoginName}}. Digite este código ou abra o link. Ambos expiram em uma hora.',
        button: 'Redefinir senha',
        footer: 'Se você não fez esta solicitação, ignore este e-mail. Sua senha não será alterada.',
      },
      recovery_without_password: {
        subject: 'Como entrar',
        text: 'Recebemos uma solicitação para redefinir a senha da sua conta {{.PreferredLoginName}}. Sua conta não tem senha. Entre com sua chave de acesso ou com o serviço que você usou até agora.',
        footer: 'Se você não fez esta solicitação, ignore este e-mail.',
      },
      invitation: {
        subject: 'Sua nova conta',
        text: 'Foi criada uma conta para você: {{.PreferredLoginName}}. Abra o link para configurar como entrar. O link expira em três dias.',
        button: 'Configurar a conta',
        footer: 'Se você não esperava este e-mail, pode ignorá-lo.',
      },
      password_link: {
        subject: 'Defina uma nova senha',
        text: 'Abra o link para definir uma nova senha para a sua conta {{.PreferredLoginName}}. O link expira em uma hora.',
        button: 'Definir uma nova senha',
        footer: 'Se você não esperava este e-mail, pode ignorá-lo.',
      },
      email_verification: {
        subject: 'Seu código: {{.Code}}',
        text: 'Digite este código para confirmar seu endereço de e-mail {{.LastEmail}}. O código expira em uma hora.',
        footer: 'Se você não fez esta solicitação, ignore este e-mail.',
      },
      registration: {
        subject: 'Seu código: {{.Code}}',
        text: 'Digite este código para criar a sua conta. O código expira em uma hora.',
        footer: 'Se você não fez esta solicitação, ignore este e-mail. Sem o código, nenhuma conta será criada.',
      },
      account_deleted: {
        subject: 'Sua conta foi excluída',
        text: 'Sua conta {{.PreferredLoginName}} foi excluída a seu pedido. Este é o último e-mail sobre ela.',
        footer: 'Se não foi você, fale imediatamente com seu administrador.',
      },
      registration_existing: {
        subject: 'Você já tem uma conta',
        text: 'Recebemos uma solicitação para criar uma conta com o seu endereço de e-mail. Você já tem uma conta: {{.PreferredLoginName}}. Entre com ela. Se você esqueceu a senha, escolha “Esqueceu a senha?” na página de login.',
        footer: 'Se você não fez esta solicitação, ignore este e-mail.',
      },
      email_in_use: {
        subject: 'Seu endereço de e-mail já está em uso',
        text: 'Recebemos uma solicitação para usar este endereço de e-mail em outra conta. Ele já pertence a uma conta, por isso nada foi alterado.',
        footer: 'Se você não fez esta solicitação, ignore este e-mail.',
      },
    },
    notices: {
      password_changed: 'Sua senha foi alterada',
      email_changed: 'Seu endereço de e-mail foi alterado',
      passkey_added: 'Uma chave de acesso foi adicionada à sua conta',
      passkey_removed: 'Uma chave de acesso foi removida da sua conta',
      factors_removed:
        'Sua senha foi alterada, e seu aplicativo autenticador, seus códigos de recuperação e suas chaves de acesso foram removidos',
      identity_connected: 'Uma conta externa foi vinculada à sua conta',
      identity_disconnected: 'Uma conta externa foi desvinculada da sua conta',
      authenticator_added: 'Um aplicativo autenticador foi adicionado à sua conta',
      authenticator_removed: 'Um aplicativo autenticador foi removido da sua conta',
      recovery_codes_created: 'Novos códigos de recuperação foram criados para a sua conta',
      recovery_code_used: 'Um código de recuperação da sua conta foi usado',
    },
    noticeText: 'Este aviso se refere à sua conta {{.PreferredLoginName}}. Se foi você, não é preciso fazer nada.',
    noticeFooter: 'Se não foi você, defina imediatamente uma nova senha e fale com seu administrador.',
    report: {
      text: 'Se não foi você, abra o link em até três dias. Ele encerra todas as suas sessões e ajuda você a proteger a conta.',
      button: 'Não fui eu',
      footer: 'Se não foi você, fale também com seu administrador.',
    },
  }
}
