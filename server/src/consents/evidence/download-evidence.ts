import { PassThrough, Readable } from 'node:stream'
import type { clientConsents } from '@coverdesk/domain/consents/client-consent-contract.ts'
import { ZipFile } from 'yazl'
import { findApplication as findInternal } from '../../applications/application-queries.ts'
import { applicationVisibility } from '../../applications/application-visibility.ts'
import { findApplication } from '../../marketplace/marketplace-queries.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { inTransaction } from '../../platform/db/database.ts'
import type { Handler, SignedInCall } from '../../platform/http/http-call.ts'
import { openSignedFile } from '../sign-elsewhere.ts'
import { type EvidenceSubject, evidenceOf, sha256Of } from './evidence-of.ts'
import { evidencePdf } from './evidence-pdf.ts'

/** Client of a pack. */
interface Client {
  subject: EvidenceSubject
  entity: 'marketplace-application' | 'internal-application'
  id: number
  name: string
  reference: string
  folder: string
}

/** File in a pack, with its hash for the manifest. */
interface Packed {
  path: string
  sha256: string
}

/**
 * A zip of what clients signed: for each a PDF, the same as JSON, and the signed files, with the hashes of all in
 * `manifest.json`. All applications must be visible; that they were handed out is audited first.
 */
export const downloadEvidence: Handler<typeof clientConsents.evidence> = async (call, { appIds, applicationIds }) => {
  const clients = await clientsOf(call, appIds ?? [], applicationIds ?? [])
  await inTransaction(call.db, async (db) => {
    for (const { id, entity } of clients)
      await writeAudit(db, call.audit, {
        action: 'export',
        entity,
        entityId: id,
        outcome: 'done',
        facts: { what: 'consent-evidence' },
      })
  })
  const zip = new ZipFile()
  const stream = zip.outputStream.pipe(new PassThrough())
  const breakOff = (error: Error) => stream.destroy(error)
  // A file is read after its turn came, when no one awaits `pack`; unheard, its failure would end the process.
  zip.on('error', breakOff)
  void pack(call, zip, clients).catch(breakOff)
  const name = clients.length === 1 ? clients[0]?.folder : `${clients.length}-clients`
  return { stream, mediaType: 'application/zip', fileName: `consent-evidence-${name}.zip`, isAudited: true }
}

async function clientsOf(
  { db, user }: SignedInCall,
  appIds: readonly string[],
  applicationIds: readonly string[],
): Promise<Client[]> {
  const clients: Client[] = []
  for (const appId of new Set(appIds)) {
    const { id, exchangeAssignedId, userFirstName, userLastName } = await findApplication(db, user, appId)
    clients.push({
      subject: { marketplace: id },
      entity: 'marketplace-application',
      id,
      name: `${userFirstName} ${userLastName}`.trim(),
      reference: `Exchange ID ${exchangeAssignedId}`,
      folder: exchangeAssignedId.replace(/[^\w.-]/g, '_'),
    })
  }
  for (const uuid of new Set(applicationIds)) {
    const { number, firstName, lastName } = await findInternal(db, applicationVisibility(user), uuid)
    clients.push({
      subject: { internal: number },
      entity: 'internal-application',
      id: number,
      name: `${firstName} ${lastName}`.trim(),
      reference: `Internal application ${number}`,
      folder: `internal-${number}`,
    })
  }
  return clients
}

async function pack(call: SignedInCall, zip: ZipFile, clients: readonly Client[]): Promise<void> {
  const packed: Packed[] = []
  const madeAt = call.now.toISOString()
  const add = (path: string, content: Buffer) => {
    packed.push({ path, sha256: sha256Of(content) })
    zip.addBuffer(content, path, { mtime: call.now })
  }
  for (const { subject, name, reference, folder } of clients) {
    const texts = await evidenceOf(call.db, subject)
    const head = {
      client: name,
      reference,
      agency: call.services.brands.own.name,
      madeBy: call.user.userName,
      madeAt,
    }
    add(`${folder}/evidence.json`, Buffer.from(JSON.stringify({ ...head, texts }, null, 2)))
    add(`${folder}/evidence.pdf`, await evidencePdf(head, texts))
    for (const { file } of texts) {
      if (!file) continue
      const path = `${folder}/files/${file.id}-${file.name}`
      packed.push({ path, sha256: file.sha256 })
      // Opened when its turn comes, since files are large.
      zip.addReadStreamLazy(path, { mtime: call.now }, (done) => {
        openSignedFile(call.db, call.services, file.id).then(
          (content) => done(null, Readable.from([content], { objectMode: false })),
          (error: Error) => done(error, Readable.from([])),
        )
      })
    }
  }
  zip.addBuffer(
    Buffer.from(JSON.stringify({ madeAt, madeBy: call.user.userName, files: packed }, null, 2)),
    'manifest.json',
  )
  zip.end()
}
