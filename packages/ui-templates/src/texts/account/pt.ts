// Portuguese of Brazil.
import { html } from 'hono/html'
import { pluralOf } from '../plural.ts'
import type { AccountTexts } from './texts.ts'

const plural = pluralOf('pt-BR')

/** The texts of the account page in Portuguese of Brazil. */
export const pt: AccountTexts = {
  title: 'Sua conta',
  chooseAccount: 'Escolha uma conta',
  otherAccount: 'Mostrar outra conta',
  person: {
    heading: 'Sobre você',
    loginName: 'Nome de usuário',
    email: 'E-mail',
    phone: 'Telefone',
    organization: 'Organização',
    unverified: 'não confirmado',
  },
  sessions: {
    heading: 'Onde você está conectado',
    lead: 'Saia de todo navegador que você não reconhece e depois altere sua senha.',
    device: (browser, system) => `${browser} no ${system}`,
    unknownDevice: 'Navegador desconhecido',
    current: 'Este navegador',
    signedIn: (time) => `Entrada: ${time}`,
    lastUsed: (time) => `Último uso: ${time}`,
    network: (network) => html`Rede ${network}`,
    end: 'Sair',
    endOthers: 'Sair de todos os outros',
    more: (count) =>
      plural(count, { one: `Mais ${count} navegador não é mostrado.`, other: `Mais ${count} navegadores não são mostrados.` }),
  },
  notices: { session_ended: 'O navegador foi desconectado.', other_sessions_ended: 'Todos os outros navegadores foram desconectados.' },
  errors: { outdated_form: 'Você entrou novamente desde que esta página foi aberta. Nada foi alterado. Tente de novo.' },
}
