import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import type { LentConnection } from '../../platform/db/connection.ts'

const english = [
  'Prefers calls after 5 pm; works nights on Mondays.',
  'Changes jobs in the spring. Check the income estimate before renewal.',
  'Asked whether Dr. Patel is in the network. Sent the link to the directory.',
  'Baby due in August: special enrollment within 60 days of the birth.',
  'Pays by card on the 3rd. Doesn’t want autopay.',
  'Husband has coverage at work; only she and the children are on the plan.',
  'Sent the marketplace letter about income by mail. Uploaded the pay stubs together on the phone.',
  'Turns 65 next year. Explain Medicare in the fall.',
]
const spanish = [
  'Prefiere que la llamen en español, por la tarde.',
  'Cambia de trabajo en primavera. Revisar el ingreso estimado antes de renovar.',
  'Preguntó si su pediatra está en la red. Le envié el enlace del directorio.',
  'Su mamá viene a vivir con ella; quiere saber si puede agregarla al plan.',
  'Paga con tarjeta el día 3. No quiere pago automático.',
  'Le expliqué la diferencia entre el deducible y el copago. Quiere comparar Silver y Bronze.',
  'Recibió una carta del mercado de seguros sobre el ingreso. Subimos juntos los talones de pago.',
]

/**
 * Seeds notes on customers, in the language that they speak, by their agents, if there are none; each is written after the
 * customer was created and before `today`.
 */
export async function seedNotes(client: LentConnection, today: string): Promise<void> {
  const kind = notedKinds.customer.id
  const { rows } = await client.query('select from notes where kind = $1 limit 1', [kind])
  if (rows.length > 0) return
  await client.query(
    `insert into notes (kind, record_id, body, created_at, created_by)
     select $1, r.id, case when r.language = 2 then ($3::text[])[1 + r.id % cardinality($3::text[])]
         else ($2::text[])[1 + r.id % cardinality($2::text[])] end, r.at, r.user_id
     from (
       select c.contact_id as id, c.language_speak_id as language, u.id as user_id,
         c.created_at + make_interval(days => 1 + (c.contact_id % 90)::int, mins => (c.contact_id * 7 % 180)::int - 90) as at
       from customers c join agents a on a.id = c.agent_id join users u on u.contact_id = a.contact_id
       where c.contact_id % 6 = 1) r
     where r.at < $4::date
     order by r.at, r.id`,
    [kind, english, spanish, today],
  )
}
