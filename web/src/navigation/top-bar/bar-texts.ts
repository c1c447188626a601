import type { Translated } from '@coverdesk/domain/messages/translated.ts'
import { useSharedLanguage } from '../../platform/page/reader-language.ts'

const en = {
  homeOf: (brand: string) => `${brand} home`,
  visitor: 'Visitor',
  profile: (name: string) => `Profile: ${name}`,
  seePlans: 'See Plans',
  marketplace: 'Marketplace (DE)',
  ede: 'EDE',
  account: 'My Account',
  outbox: 'Outbox',
  logout: 'Logout',
  login: 'Login',
}
export type BarTexts = Translated<typeof en>
const es: BarTexts = {
  homeOf: (brand) => `Inicio de ${brand}`,
  visitor: 'Visitante',
  profile: (name) => `Perfil: ${name}`,
  seePlans: 'Ver planes',
  marketplace: 'Mercado (DE)',
  ede: 'EDE',
  account: 'Mi cuenta',
  outbox: 'Bandeja de salida',
  logout: 'Cerrar sesión',
  login: 'Iniciar sesión',
}
const texts = { en, es }

/** Texts of the top bar. */
export function useBarTexts(): BarTexts {
  return texts[useSharedLanguage()]
}
