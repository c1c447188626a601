import PDFDocument from 'pdfkit'
import {
  type InterScript,
  type InterWeight,
  interFont,
  interScriptOf,
  isLetterMissing,
} from '../../platform/exports/pdf/inter-font.ts'
import type { SignedText } from './evidence-of.ts'

/** What the head of an evidence pack says. */
export interface EvidenceHead {
  client: string
  /** Such as 'Exchange ID 5300000001'. */
  reference: string
  agency: string
  madeBy: string
  madeAt: string
}

/** The evidence of one client to print: who signed what, when, where and how, with the texts. */
export async function evidencePdf(head: EvidenceHead, texts: readonly SignedText[]): Promise<Buffer> {
  const title = `Consent evidence: ${head.client}`
  const document = new PDFDocument({
    size: 'LETTER',
    margin: 54,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: title, Author: head.madeBy, Creator: head.agency },
  })
  const pieces: Buffer[] = []
  document.on('data', (piece: Buffer) => pieces.push(piece))
  const written = new Promise<void>((resolve, reject) => {
    document.on('end', resolve)
    document.on('error', reject)
  })
  let isNumbered = false
  const shown = (text: string) => {
    const safe = numbered(text)
    isNumbered ||= safe !== text
    return safe
  }
  const line = (text: string) => write(document, 400, 9, shown(text))
  const heading = (text: string, size: number) => write(document.moveDown(0.8), 600, size, shown(text))
  heading(title, 15)
  line(`${head.reference}. ${head.agency}. Made by ${head.madeBy} at ${head.madeAt}.`)
  if (texts.length === 0) line('Nothing was requested from this client.')
  for (const text of texts) {
    heading(`${text.kind.charAt(0).toUpperCase()}${text.kind.slice(1)}`, 12)
    for (const fact of factsOf(text)) line(fact)
    if (!text.signature) continue
    document.moveDown(0.4)
    line(text.signature.text)
  }
  if (isNumbered)
    line('[U+…] is the Unicode number of a letter that this file has no font for; evidence.json has the letter itself.')
  document.end()
  await written
  return Buffer.concat(pieces)
}

/** Letters that no font of the file has as their Unicode numbers, which name them exactly: 王 is [U+738B]. */
function numbered(text: string): string {
  return text.replaceAll(/./gsu, (character) =>
    isLetterMissing(character)
      ? `[U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`
      : character,
  )
}

/** A paragraph, each part of it in the font that has its letters. */
function write(document: PDFKit.PDFDocument, weight: InterWeight, size: number, text: string): void {
  const runs: { script: InterScript; text: string }[] = []
  for (const character of text) {
    const script = interScriptOf(character)
    const last = runs.at(-1)
    if (last?.script === script) last.text += character
    else runs.push({ script, text: character })
  }
  document.fontSize(size)
  for (const [place, run] of runs.entries()) {
    const name = `${run.script}-${weight}`
    document.registerFont(name, interFont(weight, run.script)).font(name)
    document.text(run.text, { continued: place < runs.length - 1 })
  }
}

function factsOf({ signature, revocation, terms, file, authorization, ...request }: SignedText): string[] {
  const agent = request.agentName && `${request.agentName} (NPN ${request.agentNpn ?? 'unknown'})`
  return [
    `Requested: ${request.requestedAt} by ${request.requestedBy ?? 'the system'}, ${request.channel} ${request.sentTo}`,
    ...(request.agency ? [`For: ${[request.agency, agent].filter(Boolean).join(', ')}`] : []),
    ...(terms
      ? [
          `Allows: ${terms.scopes.join(', ')}; ${terms.onlyAgent ? 'this agent only' : 'all agents'}; ends ${terms.endsOn ?? 'unsigned'}`,
        ]
      : []),
    ...(authorization ? authorizationFacts(authorization) : []),
    ...(signature
      ? [
          `Signed: ${signature.signedAt} by ${signature.signedName}, from ${signature.address} with ${signature.userAgent}, in ${signature.language}`,
        ]
      : authorization
        ? []
        : ['Not signed']),
    ...(signature
      ? [
          signature.sha256 === null
            ? 'Text put together from the stored facts; its wording was not stored then'
            : `Text version ${signature.textVersion}, SHA-256 ${signature.sha256} (${signature.hashMatches ? 'matches' : 'DOES NOT MATCH'})`,
        ]
      : []),
    ...(file ? [`Signed file: ${file.name}, ${file.mime}, ${file.bytes} bytes, SHA-256 ${file.sha256}`] : []),
    ...(revocation
      ? [
          `Revoked: ${revocation.revokedAt}, ${revocation.way}${revocation.notedBy ? ` by ${revocation.notedBy}, said on ${revocation.saidOn ?? 'that day'}` : ''} ${revocation.note}`,
        ]
      : []),
  ]
}

function authorizationFacts({
  planYear,
  shownAs,
  codeEnds,
  given,
}: NonNullable<SignedText['authorization']>): string[] {
  return [
    `Plan year ${planYear}. The exchange sent a code to ${shownAs}, which ended at ${codeEnds}`,
    given
      ? `Authorized: ${given.authorizedAt} by the ${given.method}, until ${given.validUntil}; recorded by ${given.recordedBy}, from ${given.address} with ${given.userAgent}`
      : 'Not authorized',
  ]
}
