import type { EmergencyNews } from '@coverdesk/domain/emergency/emergency-contract.ts'
import type { Db } from '../../platform/db/database.ts'
import type { SignedInCall } from '../../platform/http/http-call.ts'
import { approvalsPage, nameOfUser, notifyAdministrators } from '../notify-administrators.ts'

const sentences: Record<EmergencyNews, (who: string, by: string) => { en: string; es: string }> = {
  asked: (who) => ({
    en: `${who} asks for emergency access to all clients' records. A second person has to approve it.`,
    es: `${who} pide acceso de emergencia a los datos de todos los clientes. Una segunda persona tiene que aprobarlo.`,
  }),
  approved: (who, by) => ({
    en: `${who} now has emergency access to all clients' records, approved by ${by}.`,
    es: `${who} tiene ahora acceso de emergencia a los datos de todos los clientes, aprobado por ${by}.`,
  }),
  refused: (who, by) => ({
    en: `${by} refused ${who} emergency access.`,
    es: `${by} rechazó el acceso de emergencia de ${who}.`,
  }),
  ended: (who, by) => ({
    en: `The emergency access of ${who} was ended by ${by}.`,
    es: `El acceso de emergencia de ${who} fue terminado por ${by}.`,
  }),
}

/** Notifies all administrators of a request for emergency access, its decision or its end. */
export async function notifyOfEmergency(
  db: Db,
  call: SignedInCall,
  userId: number,
  state: EmergencyNews,
): Promise<void> {
  const sentence = sentences[state](await nameOfUser(db, userId), call.user.name)
  await notifyAdministrators(db, call.services, {
    kind: 'emergency',
    records: [{ recordId: userId, facts: { state } }],
    sentence,
    page: approvalsPage,
  })
}
