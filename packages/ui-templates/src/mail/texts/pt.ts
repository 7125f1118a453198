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
    place: 'Endereço de rede',
    messages: {
      recovery: {
        subject: 'Defina uma nova senha',
        text: 'Alguém pediu uma nova senha para a sua conta {{.PreferredLoginName}}. Digite este código ou abra o link. Cada um é válido uma só vez, por uma hora.',
        button: 'Definir uma nova senha',
        footer: 'Se você não fez este pedido, ignore esta mensagem. Sua senha não muda.',
      },
      recovery_without_password: {
        subject: 'Como entrar',
        text: 'Alguém pediu uma nova senha para a sua conta {{.PreferredLoginName}}. Sua conta não tem senha: entre com sua chave de acesso ou com o serviço que você usou até agora.',
        footer: 'Se você não fez este pedido, ignore esta mensagem.',
      },
      invitation: {
        subject: 'Sua nova conta',
        text: 'Foi criada uma conta para você: {{.PreferredLoginName}}. Abra o link para escolher como entrar. Ele é válido uma só vez, por três dias.',
        button: 'Configurar a conta',
        footer: 'Se você não esperava esta mensagem, ignore-a.',
      },
      password_link: {
        subject: 'Defina uma nova senha',
        text: 'Abra o link para definir uma nova senha para a sua conta {{.PreferredLoginName}}. Ele é válido uma só vez, por uma hora.',
        button: 'Definir uma nova senha',
        footer: 'Se você não esperava esta mensagem, ignore-a.',
      },
      email_verification: {
        subject: 'Seu código: {{.Code}}',
        text: 'Digite este código para confirmar que {{.LastEmail}} é o seu endereço. É válido uma só vez, por uma hora.',
        footer: 'Se você não fez este pedido, ignore esta mensagem.',
      },
      registration: {
        subject: 'Seu código: {{.Code}}',
        text: 'Digite este código para criar a sua conta. É válido uma só vez, por uma hora.',
        footer: 'Se você não fez este pedido, ignore esta mensagem. Sem o código, nenhuma conta é criada.',
      },
      account_deleted: {
        subject: 'Sua conta foi excluída',
        text: 'Sua conta {{.PreferredLoginName}} foi excluída a seu pedido. Esta é a última mensagem sobre ela.',
        footer: 'Se não foi você, avise imediatamente os responsáveis por este serviço.',
      },
      registration_existing: {
        subject: 'Você já tem uma conta',
        text: 'Alguém tentou criar uma conta com o seu endereço. Você já tem uma: {{.PreferredLoginName}}. Entre com ela. Se você esqueceu a senha, escolha “Esqueceu a senha?” na página de login.',
        footer: 'Se você não fez este pedido, ignore esta mensagem.',
      },
      email_in_use: {
        subject: 'Seu endereço pertence a uma conta',
        text: 'Alguém quis usar este endereço em outra conta. Ele já pertence a uma conta, por isso nada foi alterado.',
        footer: 'Se você não fez este pedido, ignore esta mensagem.',
      },
    },
    notices: {
      password_changed: 'Sua senha foi alterada',
      email_changed: 'O endereço de e-mail da sua conta foi alterado',
      passkey_added: 'Foi adicionada uma chave de acesso à sua conta',
      passkey_removed: 'Foi removida uma chave de acesso da sua conta',
      factors_removed:
        'Sua senha foi alterada, e seu aplicativo autenticador, seus códigos de recuperação e suas chaves de acesso foram removidos',
      identity_connected: 'A conta de outro serviço foi vinculada à sua conta',
      identity_disconnected: 'A conta de outro serviço foi desvinculada da sua conta',
      authenticator_added: 'Foi adicionado um aplicativo autenticador à sua conta',
      authenticator_removed: 'Foi removido um aplicativo autenticador da sua conta',
      recovery_codes_created: 'Foram criados novos códigos de recuperação para a sua conta',
      recovery_code_used: 'Foi usado um código de recuperação da sua conta',
    },
    noticeText: 'Este aviso se refere à sua conta {{.PreferredLoginName}}. Se foi você, não é preciso fazer nada.',
    noticeFooter: 'Se não foi você, defina imediatamente uma nova senha e avise os responsáveis por este serviço.',
    report: {
      text: 'Se não foi você, abra o link dentro de três dias. Ele encerra todas as sessões da sua conta e ajuda você a protegê-la.',
      button: 'Não fui eu',
      footer: 'Se não foi você, avise também os responsáveis por este serviço.',
    },
  }
}
