import type {
  ApplicationFields,
  ApplicationRow,
  applications,
} from '@coverdesk/domain/applications/application-contract.ts'
import { applicationStatus, editProblem } from '@coverdesk/domain/applications/application-status.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { fieldChanges } from '@coverdesk/domain/history/history-contract.ts'
import { sql } from 'kysely'
import { refuseFutureBirth } from '../contacts/refuse-future-birth.ts'
import { keepChange, refuseEditConflict } from '../history/record-changes.ts'
import { addStatus } from '../history/status-history.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { findApplication, lockApplication } from './application-queries.ts'

const entity = 'internal-application'

/** Editable fields by their names in the history. */
const labels = {
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  dob: 'Date of birth',
  carrier: 'Carrier',
  planSelected: 'Plan',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  state: 'State',
  annualIncome: 'Annual income',
} as const satisfies Record<keyof ApplicationFields, string>

/** Creates an application with the status New (APP-07); it belongs to the caller until it is assigned. */
export const createApplication: Handler<typeof applications.create> = (call, input) =>
  inTransaction(call.db, async (db) => {
    refuseFutureBirth(input.dob, call.now)
    return await findApplication(db, { all: true }, await addApplication(db, call, input))
  })

/** Adds an application of the caller and returns its id. */
export async function addApplication(db: Db, call: SignedInCall, input: ApplicationFields): Promise<string> {
  const { user } = call
  const { rows } = await sql<{ id: string; number: number }>`
      insert into internal_applications (first_name, middle_name, last_name, dob, carrier, plan_selected, email, phone,
        address, state, annual_income, created_by_agent_id, created_by)
      values (${input.firstName}, ${input.middleName}, ${input.lastName}, ${input.dob}::date, ${input.carrier},
        ${input.planSelected}, ${input.email}, ${input.phone}, ${input.address}, ${input.state},
        ${input.annualIncome}::numeric, ${user.ownAgentId}, ${user.id})
      returning uuid as id, id as number`.execute(db)
  const { id, number } = rows[0] ?? fail('server.error')
  await addStatus(db, { kind: 'application', id: number, statusId: applicationStatus.New, comment: '', by: user.id })
  await keepChange(db, { entity, id: number, version: 1, action: 'Created', by: user.id, changes: [] })
  await writeAudit(db, call.audit, { action: 'create', entity, entityId: number, outcome: 'done' })
  return id
}

/** Saves an edit; rejects edits based on an older version (P-74) and edits of void applications. */
export const editApplication: Handler<typeof applications.edit> = (call, { id, version, ...input }) =>
  inTransaction(call.db, async (db) => {
    const { number, statusId } = await lockApplication(db, call.user, id)
    const before = await findApplication(db, { all: true }, id)
    if (editProblem(statusId)) fail('application.void')
    if (before.version !== version) return await refuseEditConflict(db, entity, number, version)
    refuseFutureBirth(input.dob, call.now)
    await saveFields(db, call, before, input)
    return await findApplication(db, { all: true }, id)
  })

/** Stores the fields of a locked application with its history and audit event. */
export async function saveFields(
  db: Db,
  call: SignedInCall,
  before: ApplicationRow,
  input: ApplicationFields,
): Promise<void> {
  const { number, version } = before
  const changes = fieldChanges(labels, fieldsOf(before), input)
  await sql`
    update internal_applications set first_name = ${input.firstName}, middle_name = ${input.middleName},
      last_name = ${input.lastName}, dob = ${input.dob}::date, carrier = ${input.carrier},
      plan_selected = ${input.planSelected}, email = ${input.email}, phone = ${input.phone}, address = ${input.address},
      state = ${input.state}, annual_income = ${input.annualIncome}::numeric, version = version + 1, updated_at = now()
    where id = ${number}`.execute(db)
  await keepChange(db, { entity, id: number, version: version + 1, action: 'Changed', by: call.user.id, changes })
  const facts = { version: version + 1, fields: changes.map(({ field }) => field).join() }
  await writeAudit(db, call.audit, { action: 'update', entity, entityId: number, outcome: 'done', facts })
}

/** The editable fields of an application. */
export function fieldsOf(row: ApplicationRow): ApplicationFields {
  const { firstName, middleName, lastName, dob, carrier, planSelected, email, phone, address, state, annualIncome } =
    row
  return { firstName, middleName, lastName, dob, carrier, planSelected, email, phone, address, state, annualIncome }
}
