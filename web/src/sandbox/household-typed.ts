import type { SandboxHousehold } from '@coverdesk/domain/sandbox/sandbox-contract.ts'
import type { z } from 'zod'

export type HouseholdTyped = z.input<typeof SandboxHousehold>
