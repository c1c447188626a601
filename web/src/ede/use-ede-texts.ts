import { useLanguage } from '../platform/page/reader-language.ts'
import { type EdeTexts, edeTexts } from './ede-texts.ts'

/** Texts of the wizard in the chosen language. */
export function useEdeTexts(): EdeTexts {
  return edeTexts[useLanguage()]
}
