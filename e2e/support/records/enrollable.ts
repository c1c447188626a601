import { createHash, randomBytes } from 'node:crypto'
import { inDatabase } from '../database.ts'
import { makeApplications } from './marketplace-records.ts'

const csr87 = '87% AV Level Silver Plan CSR'

/** An application of the demo's agent: two adults with tax credits of 210.50 and 90.25 in Miami-Dade. */
export async function makeEnrollable(lastName: string, { consented = true, secondCsr = csr87 } = {}): Promise<string> {
  const person = (id: string, firstName: string, dob: string) => ({ id, firstName, lastName, dob, primary: id === '1' })
  const applicant = (personId: string, amount: number, category: string) => ({
    personId,
    eligibilityInitial: { indicator: true },
    eligibility: { aptc: { amount }, csr: { category } },
  })
  const document = {
    persons: [person('1', 'Ana', '1984-02-29'), { ...person('2', 'Leo', '1986-05-05'), relationship: 'spouse' }],
    insuranceApplication: { applicants: [applicant('1', 210.5, csr87), applicant('2', 90.25, secondCsr)] },
    policies: [],
  }
  const [id = ''] = await makeApplications(lastName, [{ firstName: 'Ana', document, consented }])
  await inDatabase((connection) =>
    connection.query(
      `update marketplace_applications set user_email = $2,
         agent_id = (select a.id from agents a join users u on u.contact_id = a.contact_id
           where u.user_name = 'agent@demo.test')
       where exchange_assigned_id = $1`,
      [id, `${lastName.toLowerCase()}@example.com`],
    ),
  )
  return id
}

/** Assigns the application to a user, with a role and claims. */
export async function giveTo(
  userName: string,
  wish: { roles: string; claims?: string; appId?: string },
): Promise<void> {
  await inDatabase((connection) =>
    connection.query('update users set roles = $2, claims = $3, application_id = $4 where user_name = $1', [
      userName,
      wish.roles,
      wish.claims ?? '{}',
      wish.appId ?? null,
    ]),
  )
}

/** Opens a visit of the sandbox exchange, as a hand-off does, and returns its cookie value. */
export async function openSandboxVisit(userName: string): Promise<string> {
  const visit = randomBytes(32).toString('base64url')
  await inDatabase((connection) =>
    connection.query(
      `insert into sandbox_exchange_visits (visit_hash, partner_user_id, name, expires_at)
       select $1, u.id::text, 'Marisol Echeverría', now() + interval '1 hour' from users u where u.user_name = $2`,
      [createHash('sha256').update(visit).digest(), userName],
    ),
  )
  return visit
}
