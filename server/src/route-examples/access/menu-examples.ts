import type { menu } from '@coverdesk/domain/menu/menu-contract.ts'
import { type ExamplesOf, nothing } from '../example.ts'

export const menuExamples: ExamplesOf<typeof menu> = { counts: nothing }
