// Portuguese, in the spelling and the words of Brazil.
import { html } from 'hono/html'
import { pluralOf } from './plural.ts'
import type { Texts, Wait } from './texts.ts'

const plural = pluralOf('pt-BR')
const units = { seconds: { one: 'segundo', other: 'segundos' }, minutes: { one: 'minuto', other: 'minutos' } }
const time = ({ count, unit }: Wait): string => `${count} ${plural(count, units[unit])}`

/** The Portuguese texts. */
export const pt: Texts = {
  language: 'pt-BR',
  direction: 'ltr',
  signInTo: (application) => html`Entrar em ${application}`,
  otherAccount: 'Usar outra conta',
  errorPrefix: 'Erro: ',
  loginName: { title: 'Entrar', label: 'E-mail ou nome de usuário', submit: 'Avançar', chooseAccount: 'Escolher uma das suas contas' },
  password: { title: 'Digite sua senha', label: 'Senha', submit: 'Entrar' },
  newPassword: {
    label: 'Nova senha',
    again: 'Repita a nova senha',
    length: (count) => `Pelo menos ${count} ${plural(count, { one: 'caractere', other: 'caracteres' })}`,
    lowercase: 'Uma letra minúscula (a–z)',
    uppercase: 'Uma letra maiúscula (A–Z)',
    digit: 'Um número (0–9)',
    symbol: 'Um símbolo ou um espaço',
    guessable: 'Nenhuma senha comum, nenhum nome, nenhuma sequência como 1234',
  },
  passwordChange: {
    title: 'Escolha uma nova senha',
    demanded: 'Seu administrador pede que você troque sua senha.',
    expired: 'Sua senha expirou.',
    expiring: (days) => `Sua senha expira em ${days} ${plural(days, { one: 'dia', other: 'dias' })}.`,
    wanted: 'Você continua conectado aqui. Seus outros dispositivos serão desconectados.',
    current: 'Senha atual',
    submit: 'Salvar senha',
  },
  skip: 'Agora não',
  oneTimeCode: {
    title: 'Digite seu código',
    lead: (loginName) => html`Seu aplicativo autenticador mostra um código para ${loginName}`,
    label: 'Código de seis dígitos',
    submit: 'Continuar',
  },
  ways: {
    or: 'ou',
    provider: (name) => html`Continuar com ${name}`,
    recovery: 'Esqueceu a senha?',
    registration: 'Criar uma conta',
    none: 'Não é possível entrar aqui. Peça ajuda a quem administra este serviço.',
  },
  secondFactors: { one_time_code: 'Usar um código do seu aplicativo autenticador' },
  accountSelection: { title: 'Escolha uma conta', signedOut: 'Sessão encerrada – entre novamente' },
  externalAccount: {
    title: 'Nenhuma conta está conectada',
    lead: (provider) => html`Sua conta ${provider} não está conectada a nenhuma conta daqui.`,
    heading: 'Criar uma conta',
    userName: 'Nome de usuário',
    firstName: 'Nome',
    lastName: 'Sobrenome',
    email: 'E-mail',
    submit: 'Criar conta',
    connect: 'Entrar e conectar uma conta que você já tem',
    none: 'Entre de outra forma ou peça uma conta a quem administra este serviço.',
  },
  externalLink: {
    title: 'Conectar esta conta?',
    lead: (provider, loginName) => html`Você poderá entrar como ${loginName} com sua conta ${provider}.`,
    account: 'Conta',
    submit: 'Conectar',
    cancel: 'Não conectar',
  },
  formPost: { title: 'Voltando ao aplicativo', next: 'Se nada acontecer, selecione “Continuar”.', submit: 'Continuar' },
  welcome: {
    title: 'Serviço de login',
    lead: 'Aqui as pessoas entram para usar aplicativos.',
    next: 'Abra o aplicativo que você quer usar. Ele traz você aqui quando for preciso entrar.',
  },
  signOut: {
    title: 'Sair',
    question: (place) => html`Sair de ${place}?`,
    lead: 'Você sairá de todas as contas neste navegador.',
    submit: 'Sair',
  },
  signedOut: {
    title: 'Você saiu',
    next: 'Agora você pode fechar esta janela.',
    continue: 'Continuar para o aplicativo',
    othersRemain: 'Outras contas ainda estão conectadas neste navegador.',
  },
  formErrors: {
    missing_login_name: 'Digite seu e-mail ou nome de usuário.',
    missing_password: 'Digite sua senha.',
    missing_code: 'Digite o código do seu aplicativo autenticador.',
    missing_current_password: 'Digite sua senha atual.',
    wrong_current_password: 'Sua senha atual está incorreta. Digite-a novamente.',
    missing_new_password: 'Digite uma nova senha.',
    passwords_differ: 'As duas senhas são diferentes. Digite a mesma duas vezes.',
    password_unchanged: 'Esta é sua senha atual. Escolha outra.',
    password_too_short: 'Esta senha é curta demais. Adicione caracteres.',
    password_too_long: 'Esta senha é longa demais. Escolha uma mais curta.',
    password_without_lowercase: 'Esta senha não tem letra minúscula. Adicione uma.',
    password_without_uppercase: 'Esta senha não tem letra maiúscula. Adicione uma.',
    password_without_digit: 'Esta senha não tem número. Adicione um.',
    password_without_symbol: 'Esta senha não tem símbolo. Adicione um.',
    password_common: 'Muitas pessoas usam esta senha, por isso é fácil de adivinhar. Escolha outra.',
    password_personal: 'Esta senha é feita de nomes que outras pessoas conhecem. Escolha outra.',
    password_predictable: 'Esta senha é uma sequência ou se repete, por isso é fácil de adivinhar. Escolha outra.',
    invalid_credentials: 'O nome de usuário ou a senha está incorreto. Confira os dois e tente novamente.',
    invalid_code: 'Este código está errado, expirou ou já foi usado. Espere o próximo e digite-o.',
    too_many_attempts: 'Tentativas demais. Espere um momento e tente novamente.',
    busy: 'Muitas pessoas estão entrando neste momento. Tente novamente em alguns segundos.',
    missing_name: 'Digite seu nome e seu sobrenome.',
    invalid_user_name: 'Digite outro nome de usuário. Ele pode ter letras, números e sinais comuns.',
    user_name_taken: 'Este nome de usuário já está em uso. Escolha outro.',
  },
  waitErrors: {
    too_many_attempts: (wait) => `Tentativas demais. Espere ${time(wait)} e tente novamente.`,
    busy: (wait) => `Muitas pessoas estão entrando neste momento. Espere ${time(wait)} e tente novamente.`,
  },
  errorPages: {
    invalid_authorization_request: {
      title: 'Esta solicitação de login não é válida',
      happened: 'O aplicativo enviou uma solicitação que não podemos aceitar.',
      next: 'Volte ao aplicativo e comece de novo. Se isso não ajudar, avise os responsáveis pelo aplicativo.',
    },
    expired_request: {
      title: 'Este login não está mais aberto',
      happened: 'Ele demorou demais, já foi concluído ou foi iniciado em outro navegador.',
      next: 'Volte ao aplicativo e comece de novo.',
    },
    forbidden_form: {
      title: 'Não foi possível aceitar este formulário',
      happened: 'Ele não foi enviado a partir deste login, ou seu navegador bloqueia nossos cookies.',
      next: 'Permita cookies para este site, volte ao aplicativo e comece de novo.',
    },
    user_not_active: {
      title: 'Esta conta não pode ser usada',
      happened: 'A conta, ou a organização à qual ela pertence, está bloqueada ou desativada.',
      next: 'Fale com seu administrador, ou volte ao aplicativo e comece de novo com outra conta.',
    },
    user_not_admitted: {
      title: 'Você não tem acesso',
      happened: 'Sua conta não tem acesso a este aplicativo.',
      next: 'Peça acesso ao seu administrador, ou volte ao aplicativo e comece de novo com outra conta.',
    },
    second_factor_missing: {
      title: 'É necessário um segundo fator',
      happened: 'Sua organização exige um segundo fator para entrar, e sua conta não tem nenhum configurado.',
      next: 'Peça ao seu administrador que configure um, volte ao aplicativo e comece de novo.',
    },
    second_factor_unavailable: {
      title: 'Seu segundo fator não pode ser verificado aqui',
      happened: 'Sua conta tem, ou sua organização exige, um segundo fator para o qual este servidor não está configurado.',
      next: 'Avise seu administrador, volte ao aplicativo e comece de novo.',
    },
    password_change_unavailable: {
      title: 'É necessária uma nova senha',
      happened: 'Seu administrador exige uma nova senha, e ela não pode ser definida aqui.',
      next: 'Peça ao seu administrador que defina uma para você, volte ao aplicativo e comece de novo.',
    },
    wrong_user: {
      title: 'É necessária outra conta',
      happened: 'O aplicativo pede uma conta diferente daquela com a qual você entrou.',
      next: 'Volte ao aplicativo e comece de novo com a conta que ele pede.',
    },
    invalid_sign_out_request: {
      title: 'Esta solicitação de saída não é válida',
      happened: 'O aplicativo enviou uma solicitação que não podemos aceitar. Ninguém foi desconectado.',
      next: 'Volte ao aplicativo e comece de novo. Se isso não ajudar, avise os responsáveis pelo aplicativo.',
    },
    sign_out_failed: {
      title: 'Você ainda está conectado',
      happened: 'Um dos nossos sistemas não está respondendo, por isso não foi possível encerrar sua sessão.',
      next: 'Espere um minuto, volte ao aplicativo e comece de novo.',
    },
    not_found: {
      title: 'Página não encontrada',
      happened: 'Não há nenhuma página neste endereço.',
      next: 'Confira o endereço, ou volte ao aplicativo e comece de novo.',
    },
    unavailable: {
      title: 'O login não está disponível no momento',
      happened: 'Um dos nossos sistemas não está respondendo.',
      next: 'Espere um minuto, volte ao aplicativo e comece de novo.',
    },
    too_many_requests: {
      title: 'Solicitações demais',
      happened: 'Sua rede enviou tantas solicitações que precisamos ir mais devagar.',
      next: 'Espere um minuto, volte ao aplicativo e comece de novo.',
    },
    server_error: {
      title: 'Algo deu errado',
      happened: 'Ocorreu um erro inesperado do nosso lado.',
      next: 'Volte ao aplicativo e comece de novo. Se isso não ajudar, avise seu administrador.',
    },
    external_sign_in_failed: {
      title: 'Não foi possível entrar',
      happened: 'O outro serviço não respondeu, ou a resposta dele não era válida.',
      next: 'Escolha outra forma de entrar, ou volte ao aplicativo e comece de novo.',
    },
    external_sign_in_cancelled: {
      title: 'Você não entrou',
      happened: 'Você cancelou o login no outro serviço, ou ele recusou.',
      next: 'Escolha outra forma de entrar, ou volte ao aplicativo e comece de novo.',
    },
    external_not_allowed: {
      title: 'Esta forma de entrar não é permitida',
      happened: 'Sua organização não permite entrar com este serviço.',
      next: 'Escolha outra forma de entrar, ou volte ao aplicativo e comece de novo.',
    },
    external_wrong_organization: {
      title: 'Esta conta não pode ser usada aqui',
      happened: 'Ela pertence a uma organização cujas contas não podem entrar.',
      next: 'Escolha outra forma de entrar, ou volte ao aplicativo e comece de novo.',
    },
    external_not_linked: {
      title: 'A conta não foi conectada',
      happened: 'Ela não pode ser conectada à sua conta, ou passou tempo demais.',
      next: 'Escolha outra forma de entrar, ou volte ao aplicativo e comece de novo.',
    },
  },
  forDevelopers: 'Para desenvolvedores',
}
