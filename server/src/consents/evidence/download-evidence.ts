import { PassThrough, Readable } from 'node:stream'
import type { clientConsents } from '@coverdesk/domain/consents/client-consent-contract.ts'
import { ZipFile } from 'yazl'
import { findApplication, type StoredApplication } from '../../marketplace/marketplace-queries.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { inTransaction } from '../../platform/db/database.ts'
import type { Handler, SignedInCall } from '../../platform/http/http-call.ts'
import { openSignedFile } from '../sign-elsewhere.ts'
import { evidenceOf, sha256Of } from './evidence-of.ts'
import { evidencePdf } from './evidence-pdf.ts'

/** File in a pack, with its hash for the manifest. */
interface Packed {
  path: string
  sha256: string
}

/**
 * A zip of what clients signed: for each a PDF, the same as JSON, and the signed files, with the hashes of all in
 * `manifest.json`. All applications must be visible; that they were handed out is audited first.
 */
export const downloadEvidence: Handler<typeof clientConsents.evidence> = async (call, { appIds }) => {
  const applications: StoredApplication[] = []
  for (const appId of new Set(appIds)) applications.push(await findApplication(call.db, call.user, appId))
  await inTransaction(call.db, async (db) => {
    for (const { id } of applications)
      await writeAudit(db, call.audit, {
        action: 'export',
        entity: 'marketplace-application',
        entityId: id,
        outcome: 'done',
        facts: { what: 'consent-evidence' },
      })
  })
  const zip = new ZipFile()
  const stream = zip.outputStream.pipe(new PassThrough())
  void pack(call, zip, applications).catch((error) => stream.destroy(error))
  const name = applications.length === 1 ? applications[0]?.exchangeAssignedId : `${applications.length}-clients`
  return { stream, mediaType: 'application/zip', fileName: `consent-evidence-${name}.zip`, isAudited: true }
}

async function pack(call: SignedInCall, zip: ZipFile, applications: readonly StoredApplication[]): Promise<void> {
  const packed: Packed[] = []
  const madeAt = call.now.toISOString()
  const add = (path: string, content: Buffer) => {
    packed.push({ path, sha256: sha256Of(content) })
    zip.addBuffer(content, path, { mtime: call.now })
  }
  for (const { id, exchangeAssignedId: exchangeId, userFirstName, userLastName } of applications) {
    const texts = await evidenceOf(call.db, id)
    const head = {
      client: `${userFirstName} ${userLastName}`.trim(),
      exchangeId,
      agency: call.services.brands.own.name,
      madeBy: call.user.userName,
      madeAt,
    }
    const folder = exchangeId.replace(/[^\w.-]/g, '_')
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
