import type { LentConnection } from '../../platform/db/connection.ts'
import { plusDays } from '../demo-calendar.ts'
import { DemoRandom } from '../demo-random.ts'
import { signedInAgentId } from './demo-agents.ts'

/** Number of conversations of the demo agent and of the other agents. */
const wanted = { own: 14, others: 34 }

interface Client {
  id: string
  firstName: string
  agentId: string
  userId: string
  phone: string | null
  email: string | null
  isSpanish: boolean
}

/** Alternating texts: the agent starts, the contact answers. */
const talks: readonly (readonly string[])[] = [
  [
    'Hello {name}, your plan is active from the first of the month. Your ID cards come by mail within ten days.',
    'Thank you! Can I see my doctor before the cards come?',
    'Yes. The office can look you up by your name and date of birth.',
  ],
  [
    'Hello {name}, the premium of this month is still open. Shall I send you the link to pay?',
    'Yes please, I forgot. Sorry!',
  ],
  [
    'Hello {name}, open enrollment has begun. When do you have 15 minutes to look at next year’s plans?',
    'Tomorrow after 5 works for me.',
    'I will call you at 5:15.',
    'Perfect, talk then.',
  ],
  [
    'Hello {name}, the marketplace asks for proof of your income until the end of the month. A photo of your last two pay stubs is enough.',
  ],
  ['Good morning {name}, did the pharmacy accept the new card?', 'They did, thank you for asking.'],
  ['Hello {name}, your appointment at our office is on Friday at 10:00.', 'Can we move it to Monday?'],
  [
    'Hello {name}, here is the number of your carrier for questions about bills: it stands on the back of your card.',
    'Found it.',
  ],
]
const spanishTalks: readonly (readonly string[])[] = [
  [
    'Hola {name}, su plan está activo desde el primero del mes. Las tarjetas llegan por correo en unos diez días.',
    '¡Gracias! ¿Puedo ver a mi doctor antes de que lleguen?',
    'Sí. El consultorio la puede buscar por nombre y fecha de nacimiento.',
  ],
  [
    'Hola {name}, todavía falta el pago de este mes. ¿Le envío el enlace para pagar?',
    'Sí, por favor. Se me olvidó, perdón.',
  ],
  [
    'Hola {name}, ya empezó la inscripción abierta. ¿Cuándo tiene 15 minutos para ver los planes del próximo año?',
    'Mañana después de las 5.',
    'Le llamo a las 5:15.',
    'Perfecto, hablamos.',
  ],
  [
    'Hola {name}, el mercado de seguros pide prueba de sus ingresos antes de fin de mes. Basta una foto de los dos últimos talones de pago.',
  ],
  ['Buenos días {name}, ¿la farmacia aceptó la tarjeta nueva?', 'Sí, gracias por preguntar.'],
  ['Hola {name}, su cita en nuestra oficina es el viernes a las 10:00.', '¿Podemos cambiarla para el lunes?'],
]
const mails: readonly (readonly string[])[] = [
  [
    'Good afternoon {name},\n\nthe list of doctors of your plan and the summary of benefits are in your account. Tell me if you miss anyone on it.\n\nBest regards',
    'Hello,\n\nDr. Ruiz is not on the list. Is there a plan with her?\n\nThank you',
  ],
  [
    'Good morning {name},\n\nyour application was received. It usually takes two working days until the marketplace answers.\n\nBest regards',
  ],
]
const spanishMails: readonly (readonly string[])[] = [
  [
    'Buenas tardes {name}:\n\nLa lista de médicos de su plan y el resumen de beneficios están en su cuenta. Dígame si falta alguno.\n\nSaludos',
    'Hola:\n\nLa Dra. Ruiz no está en la lista. ¿Hay un plan con ella?\n\nGracias',
  ],
  [
    'Buenos días {name}:\n\nRecibimos su solicitud. El mercado de seguros suele responder en dos días hábiles.\n\nSaludos',
  ],
]

/** Subject of an email by language. */
const subject = (isSpanish: boolean) => (isSpanish ? 'Su plan de salud' : 'Your health plan')

/**
 * Seeds recent conversations of the demo's agents with their clients, one opt-out, and notifications for admin and agent, if
 * there are no messages. Deterministic for the same `today` and policies.
 */
export async function seedConversations(client: LentConnection, today: string): Promise<void> {
  const { rows: there } = await client.query('select from contact_messages limit 1')
  if (there.length > 0) return
  const clients = [
    ...(await clientsOf(client, { own: true, most: wanted.own, today })),
    ...(await clientsOf(client, { own: false, most: wanted.others, today })),
  ]
  const messages = clients.flatMap((one, at) => talkWith(one, at, today))
  await client.query(
    `insert into contact_messages (contact_id, direction, channel, address, subject, body, user_id, state, failure, at)
     select r."contactId", r.direction, r.channel, r.address, r.subject, r.body, r."userId", r.state, r.failure, r.at
     from jsonb_to_recordset($1::jsonb) as r ("contactId" bigint, direction text, channel text, address text, subject text, body text,
       "userId" bigint, state text, failure text, at timestamptz)
     order by r.at`,
    [JSON.stringify(messages)],
  )
  await optOut(client)
  // The two demo users have read everything older than four days.
  await client.query(
    `insert into conversation_reads (user_id, contact_id, read_id)
     select u.id, v.contact_id, v.last_id from conversations v, users u
     where u.user_name = any('{admin@demo.test,agent@demo.test}') and v.last_at < $1::date - interval '3 days'`,
    [today],
  )
  await tellOf(client, today)
}

/** One client replied STOP to a text, and one opened the link of an email. */
async function optOut(client: LentConnection): Promise<void> {
  await client.query(
    `with said as (
       select m.channel, m.address, 'answer' as way, m.id, m.at from contact_messages m where m.body = 'STOP'
       union all
       (select m.channel, m.address, 'link', m.id, m.at + interval '3 hours' from contact_messages m
         join contacts c on c.id = m.contact_id
         where m.channel = 'email' and m.direction = 'out' and m.state = 'sent' and c.agent_id = $1 order by m.id limit 1)),
     now_out as (
       insert into message_opt_outs (channel, address, said_by, at)
       select channel, address, 'contact', at from said on conflict do nothing)
     insert into opt_out_words (channel, address, opted_out, said_by, way, message_id, at)
     select channel, address, true, 'contact', way, id, at from said order by at`,
    [signedInAgentId],
  )
}

async function clientsOf(
  client: LentConnection,
  { own, most, today }: { own: boolean; most: number; today: string },
): Promise<Client[]> {
  const { rows } = await client.query<Client>(
    `select c.id::text, c.first_name as "firstName", c.agent_id::text as "agentId", u.id::text as "userId",
       c.main_phone as phone, lower(c.main_email) as email,
       cu.language_speak_id = 2 as "isSpanish"
     from contacts c join customers cu on cu.contact_id = c.id join agents a on a.id = c.agent_id
     join users u on u.contact_id = a.contact_id
     where c.main_phone is not null and c.main_email is not null and cu.status_id <> 5 and (c.agent_id = $1) = $2
       and c.created_at < $4::date - interval '40 days'
     order by ${own ? 'c.id' : 'c.id % 97, c.id'} limit $3`,
    [signedInAgentId, own, most, today],
  )
  return rows
}

const talksIn = (isSpanish: boolean) =>
  isSpanish ? { sms: spanishTalks, email: spanishMails } : { sms: talks, email: mails }

function talkWith(client: Client, at: number, today: string) {
  const random = new DemoRandom(90, at)
  const mail = random.chance(0.25)
  const [channel, address] = mail ? (['email', client.email] as const) : (['sms', client.phone] as const)
  const text =
    at === 5
      ? ['Hello {name}, shall I look for a cheaper plan for next year?', 'STOP']
      : random.pick(talksIn(client.isSpanish)[mail ? 'email' : 'sms'])
  const day = plusDays(today, -1 - Math.floor(at * 0.6))
  const failed = at === 8
  return text.map((text, turn) => ({
    contactId: client.id,
    channel: at === 5 ? 'sms' : channel,
    address: at === 5 ? client.phone : address,
    direction: turn % 2 === 0 ? 'out' : 'in',
    subject: mail && at !== 5 ? `${turn === 0 ? '' : 'Re: '}${subject(client.isSpanish)}` : '',
    body: text.replace('{name}', client.firstName),
    userId: turn % 2 === 0 ? client.userId : null,
    state: turn % 2 === 1 ? 'received' : failed ? 'failed' : 'sent',
    failure: failed && turn % 2 === 0 ? 'http 400' : null,
    at: `${day}T${14 + turn}:${10 + random.between(0, 49)}:00Z`,
  }))
}

/** Notifications of recent messages and other events. */
async function tellOf(client: LentConnection, today: string): Promise<void> {
  await client.query(
    `insert into notifications (user_id, kind, record_id, facts, read_at, created_at)
     select u.id, 'message', m.contact_id, jsonb_build_object('channel', m.channel),
       case when m.at < $1::date - interval '3 days' then m.at + interval '2 hours' end, m.at
     from contact_messages m join contacts c on c.id = m.contact_id join users u on u.user_name = any('{admin@demo.test,agent@demo.test}')
     where m.direction = 'in' and m.at > $1::date - interval '12 days'
       and (u.user_name = 'admin@demo.test' or c.agent_id = $2)
     union all
     select u.id, 'lead', null, '{"count": 6}', null, $1::date - interval '9 hours' from users u where u.user_name = 'agent@demo.test'
     union all
     select u.id, 'pto-request', r.id, '{}', null, r.created_at from users u, pto_requests r
     where u.user_name = 'admin@demo.test' and r.status_id = 1 and r.created_at > $1::date - interval '12 days'
     union all
     select u.id, 'upload', null, '{"file": "policies", "state": "loaded"}', $1::date - interval '1 day', $1::date - interval '2 days'
     from users u where u.user_name = 'admin@demo.test'
     order by 6`,
    [today, signedInAgentId],
  )
}
