// Spanish.
import { html } from 'hono/html'
import { pluralOf } from '../plural.ts'
import type { AccountTexts } from './texts.ts'

const plural = pluralOf('es')

/** The texts of the account page in Spanish. */
export const es: AccountTexts = {
  title: 'Su cuenta',
  chooseAccount: 'Elija una cuenta',
  otherAccount: 'Mostrar otra cuenta',
  person: {
    heading: 'Sobre usted',
    loginName: 'Nombre de usuario',
    email: 'Correo electrónico',
    phone: 'Teléfono',
    organization: 'Organización',
    unverified: 'sin confirmar',
  },
  sessions: {
    heading: 'Dónde tiene la sesión iniciada',
    lead: 'Cierre la sesión en todo navegador que no reconozca y cambie después su contraseña.',
    device: (browser, system) => `${browser} en ${system}`,
    unknownDevice: 'Navegador desconocido',
    current: 'Este navegador',
    signedIn: (time) => `Inicio de sesión: ${time}`,
    lastUsed: (time) => `Último uso: ${time}`,
    network: (network) => html`Red ${network}`,
    end: 'Cerrar sesión',
    endOthers: 'Cerrar sesión en todos los demás',
    more: (count) => plural(count, { one: `No se muestra ${count} navegador más.`, other: `No se muestran ${count} navegadores más.` }),
  },
  notices: {
    session_ended: 'La sesión del navegador está cerrada.',
    other_sessions_ended: 'Las sesiones de todos los demás navegadores están cerradas.',
  },
  errors: { outdated_form: 'Ha vuelto a iniciar sesión desde que se abrió esta página. No se ha cambiado nada. Inténtelo de nuevo.' },
}
