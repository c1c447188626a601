/** Every way a call can fail: code → status and the sentence a person reads. A code cannot exist without a status. */
export const failures = {
  'request.invalid': { status: 400, message: 'The request is not valid' },
  'request.malformed': { status: 400, message: 'The request could not be read' },
  'request.too_large': { status: 413, message: 'The request is too large' },
  'request.unsupported_media': { status: 415, message: 'This content type is not accepted here' },
  'request.not_acceptable': { status: 406, message: 'This format is not offered here' },
  'request.method_not_allowed': { status: 405, message: 'This method is not allowed here' },
  'request.too_many': { status: 429, message: 'Too many requests, please wait' },
  'idempotency.key_invalid': {
    status: 400,
    message: 'Idempotency-Key must be one string of 1 to 255 visible ASCII characters, such as a UUID',
  },
  'idempotency.key_reused': {
    status: 422,
    message: 'This Idempotency-Key was used for another request. Use a new key for a new request',
  },
  'idempotency.in_progress': {
    status: 409,
    message: 'The same request is still in progress. Wait a moment and send it again',
  },
  'export.too_many': { status: 429, message: 'Too many exports are running. Try again in a moment.' },
  'route.not_found': { status: 404, message: 'Not found' },
  'record.not_found': { status: 404, message: 'Not found' },
  'record.changed': { status: 409, message: 'Someone else changed this record; reload it and try again' },
  'session.required': { status: 401, message: 'Please log in' },
  'session.ended': { status: 401, message: 'Your session has expired.' },
  'sign_in.refused': { status: 401, message: 'Invalid user or password' },
  'sign_in.disabled': { status: 401, message: 'User is disabled' },
  'sign_in.throttled': { status: 429, message: 'Too many attempts, please wait' },
  'sign_in.temporary_expired': {
    status: 401,
    message: 'This temporary password has expired; ask your security administrator for a new one',
  },
  'sign_in.attempt_ended': { status: 401, message: 'This login is no longer valid, please log in again' },
  'second_factor.wait': { status: 429, message: 'Please wait before requesting a new code.' },
  'second_factor.method': { status: 400, message: 'This way of receiving a code is not offered' },
  'second_factor.wrong': { status: 400, message: 'This code is not valid' },
  'second_factor.too_many': { status: 400, message: 'Too many wrong codes, please request a new one' },
  'second_factor.too_many_sent': {
    status: 429,
    message: 'Too many codes were requested; log in again later or choose another way',
  },
  'second_factor.offer_ended': { status: 400, message: 'Setting up the app took too long, please begin again' },
  'second_factor.off': { status: 409, message: 'There is no authenticator app turned on' },
  'second_factor.needed': { status: 403, message: 'Set up an authenticator app first' },
  'second_factor.kept': { status: 409, message: 'Your role needs the authenticator app' },
  'message.delayed': {
    status: 400,
    message: 'The message could not be sent yet; we keep trying. Choose another way or try again in a minute',
  },
  'setup.link_invalid': {
    status: 404,
    message: 'This setup link has expired or was used. Start Coverdesk again for a new one, or sign in.',
  },
  'reset.code_invalid': { status: 400, message: 'This link is not valid any more, please request a new one' },
  'sign_in.unconfirmed': {
    status: 401,
    message: 'Confirm your email address first: open the link we sent you',
  },
  'email_change.code_wrong': { status: 400, message: 'This code is not valid' },
  'email_change.ended': {
    status: 400,
    message: 'This code is not valid any more; save the new address again to get another one',
  },
  'registration.no_mail': {
    status: 409,
    message: 'Accounts cannot be created here: this portal sends no e-mail. Ask your agency for an account',
  },
  'registration.code_invalid': {
    status: 400,
    message: 'This link is not valid any more, please create your account again',
  },
  'registration.password_wrong': { status: 400, message: 'This is not the password you chose when you registered' },
  'password.refused': { status: 400, message: 'This password is too common' },
  'password.wrong': { status: 400, message: 'The current password is not right' },
  'user.not_found': { status: 404, message: 'This user does not exist' },
  'user.name_taken': { status: 400, message: 'This user name is taken' },
  'user.contact_taken': { status: 400, message: 'This contact is linked to another user' },
  'user.own_rights': { status: 403, message: 'You cannot change your own rights' },
  'user.above_own': {
    status: 409,
    message:
      "This user holds rights that you do not, so you cannot set their password; ask them to use 'Forgot password?'",
  },
  'emergency.not_found': { status: 404, message: 'This emergency access does not exist' },
  'emergency.open': { status: 409, message: 'You have asked for emergency access already, or have it' },
  'emergency.decided': { status: 409, message: 'This request has been decided or has expired' },
  'emergency.user_disabled': { status: 409, message: 'This user is disabled. Enable the user first.' },
  'emergency.own': { status: 403, message: 'Someone else must decide this, not you' },
  'grant.not_found': { status: 404, message: 'This request does not exist' },
  'grant.decided': { status: 409, message: 'This request has been decided or has expired' },
  'grant.own': { status: 403, message: 'A second security administrator must decide this, not you' },
  'user.last_security': { status: 409, message: 'There must be a security administrator who can sign in' },
  'contact.not_found': { status: 404, message: 'Customer not found.' },
  'contact.merge_refused': { status: 409, message: 'These contacts cannot be merged' },
  'contact.merge_changed': {
    status: 409,
    message: 'One of them was changed since; the merge cannot be undone any more',
  },
  'merge.not_found': { status: 404, message: 'This merge does not exist' },
  'contact.not_own': { status: 403, message: 'You can change only your own profile' },
  'file.infected': { status: 400, message: 'The virus scanner found malware in this file, so it was not saved' },
  'file.scan_unavailable': {
    status: 503,
    message: "The virus scanner isn't responding, so the file was not saved. Try again in a few minutes.",
  },
  'photo.not_an_image': { status: 400, message: 'Only an image is accepted' },
  'photo.too_large': { status: 413, message: 'The photo may be at most 5 MB and 25 megapixels' },
  'audit.unavailable': { status: 503, message: 'This cannot be shown now, because it could not be recorded' },
  'right.missing': { status: 403, message: 'You do not have permission to do this' },
  'report.not_found': { status: 404, message: 'This report does not exist' },
  'agent.not_found': { status: 404, message: 'This agent does not exist' },
  'agent.email_taken': { status: 400, message: 'Another agent has this login email' },
  'agent.npn_taken': { status: 400, message: 'Another agent has this NPN' },
  'agent.license_doubled': { status: 400, message: 'Two licences of one state and line hold on the same day' },
  'agent.appointment_doubled': {
    status: 400,
    message: 'Two appointments of one carrier and state hold on the same day',
  },
  'rate.not_found': { status: 404, message: 'This rate does not exist' },
  'rate.overlaps': { status: 400, message: 'Overlaps another rate of this agent and carrier' },
  'application.not_found': { status: 404, message: 'This application does not exist' },
  'plan.not_found': { status: 404, message: 'This plan does not exist' },
  'exchange.no_plans': { status: 503, message: 'The marketplace offers no plans now, please try again later' },
  'plan.no_place': { status: 400, message: 'This zip code does not exist' },
  'exchange.unavailable': {
    status: 503,
    message: 'The marketplace does not answer now; the application stays as it was, please try again later',
  },
  'exchange.unknown_application': { status: 409, message: 'The marketplace knows no application of this id' },
  'exchange.unfit': {
    status: 502,
    message: 'The marketplace answered something that is not this application; nothing was changed',
  },
  'lead.not_found': { status: 404, message: 'This lead does not exist' },
  'pto.not_found': { status: 404, message: 'This request does not exist' },
  'pto.status_refused': { status: 409, message: 'This request cannot get that status' },
  'status.not_found': { status: 400, message: 'This status does not exist' },
  'bulk.overtaken': { status: 409, message: 'Someone else changed one of these since; nothing was changed' },
  'bulk.refused': { status: 409, message: 'One of these cannot be changed; nothing was changed' },
  'bulk.changed_since': { status: 409, message: 'Some of these were changed since; nothing was taken back' },
  'bulk.undone': { status: 409, message: 'This change was already taken back' },
  'policy.not_found': { status: 404, message: 'This policy has no data?' },
  'customer.not_found': { status: 404, message: 'Customer not found.' },
  'customer.agent_needed': { status: 400, message: 'Choose the agent whose customer this is' },
  'customer.applicant_unclear': {
    status: 400,
    message: 'The application lacks the name or the e-mail of its applicant; add them with Update first',
  },
  'customer.linked_already': {
    status: 409,
    message: 'This application has its customer already, who logs in with a password of their own',
  },
  'place.not_found': { status: 400, message: 'This country, state, county or city does not exist' },
  'list.fixed': { status: 409, message: "This value is fixed by the product and can't be changed" },
  'list.name_taken': { status: 400, message: 'This name is in the list already' },
  'list.value_not_found': { status: 404, message: 'This value does not exist' },
  'carrier.not_found': { status: 404, message: 'This carrier does not exist' },
  'carrier.name_taken': { status: 400, message: 'Another carrier has this name, code or alias' },
  'carrier.issuer_taken': { status: 400, message: 'Another carrier has this HIOS issuer id' },
  'carrier.merge_refused': { status: 409, message: 'These carriers cannot be merged' },
  'unpaid.left': { status: 409, message: 'This policy is not in the list any more' },
  'upload.not_csv': { status: 400, message: 'Only a .csv file is accepted' },
  'upload.unreadable': { status: 400, message: "Couldn't read the file" },
  'upload.broken_off': { status: 400, message: 'The file did not arrive whole' },
  'upload.columns_missing': { status: 400, message: 'Required columns are missing' },
  'upload.rows_refused': { status: 400, message: 'Some rows are not valid; nothing was loaded' },
  'upload.duplicate': { status: 409, message: 'This file has already been loaded' },
  'upload.under_way': {
    status: 409,
    message: 'This file is still being worked on. Wait until it has ended; its progress is shown under Upload Files',
  },
  'upload.interrupted': {
    status: 503,
    message:
      'The server was interrupted before it had finished this file. Nothing was changed; please load the file again',
  },
  'upload.stopped': { status: 409, message: 'Upload stopped. Nothing was loaded' },
  'upload.not_newest': { status: 409, message: "Only a carrier's newest upload can be undone" },
  'upload.changed_since': { status: 409, message: 'Policies of this load were changed afterwards' },
  'statement.not_found': { status: 404, message: 'No statements of this carrier and month are loaded' },
  'statement.changed': {
    status: 409,
    message: 'These statements were changed meanwhile; nothing was deleted, look again',
  },
  'upload.profile_invalid': { status: 400, message: 'The carrier profile is not valid' },
  'offline.submission_reused': {
    status: 409,
    message: 'This submission was sent before with other content; reload the page and submit again',
  },
  'application.void': { status: 409, message: 'This application is void, which is final' },
  'application.status_refused': { status: 409, message: 'One of these cannot get this status; nothing was changed' },
  'consent.no_way': { status: 409, message: 'Messages of this kind cannot be sent: no gateway is set up for them' },
  'consent.not_found': { status: 404, message: 'Page not found / Are you lost?' },
  'consent.signed': { status: 409, message: 'This consent is signed already' },
  'consent.changed': { status: 409, message: 'The text has changed; reload the page and read it again' },
  'reveal.too_many': { status: 429, message: 'Too many numbers were revealed in the last hour, please wait' },
  'reveal.app_needed': { status: 409, message: 'Turn on your authenticator app in My Account first' },
  'enrollment.applicants': { status: 400, message: 'Each applicant of the application belongs in exactly one group' },
  'enrollment.credit': { status: 400, message: 'This is more tax credit than can be applied' },
  'enrollment.plan': { status: 400, message: 'This plan is not offered to these applicants' },
  'enrollment.price_changed': { status: 409, message: 'The premium changed meanwhile; choose the plan again' },
  'enrollment.under_way': {
    status: 409,
    message: 'An enrollment of this application is on its way to the marketplace; wait until it is confirmed',
  },
  'enrollment.reused': { status: 409, message: 'Another enrollment was sent with this id' },
  'hand_off.no_receiver': { status: 409, message: 'This application is not set up for your agency' },
  'sandbox.visit_over': { status: 404, message: 'Your visit to the sandbox exchange is over' },
  'hand_off.refused': { status: 401, message: 'This hand-off is not valid' },
  'server.disk_low': {
    status: 507,
    message:
      'The disk of the server is nearly full: nothing can be saved, loaded or exported until there is space again',
  },
  'message.refused': { status: 409, message: 'This contact may not be written to in this way' },
  'opt_out.not_found': { status: 404, message: 'Page not found / Are you lost?' },
  'webhook.refused': { status: 401, message: 'The signature of this call is not valid' },
  'server.busy': { status: 503, message: 'The server is busy, please try again in a moment' },
  'server.error': { status: 500, message: 'Something went wrong on our side' },
} as const satisfies Record<string, { status: number; message: string }>

export type FailureCode = keyof typeof failures

/** One field's or line's complaint; `path` names the input, `message` is the specification's sentence. */
export interface FailureDetail {
  path: string
  message: string
}

/** A refusal with a code of the list above. The server's http part alone turns it into status and body. */
export class Failure extends Error {
  readonly code: FailureCode
  readonly details: unknown
  /** When the call may be tried again, where that is known. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: FailureCode, options: FailureOptions = {}) {
    const { message = failures[code].message, retryAfterSeconds } = options
    const wait =
      failures[code].status === 429 && retryAfterSeconds !== undefined ? waitSentence(retryAfterSeconds) : null
    const exact = code === 'second_factor.wait'
    super(wait && !exact ? `${message} (${wait})` : message, { cause: options.cause })
    this.name = 'Failure'
    this.code = code
    // The specification fixes that message word by word, so the time stands beside it.
    this.details =
      options.details ?? (wait && exact ? [{ path: '', message: wait } satisfies FailureDetail] : undefined)
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  get status(): number {
    return failures[this.code].status
  }
}

function waitSentence(seconds: number): string {
  const [count, unit] = seconds < 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `try again in ${count} ${unit}${count === 1 ? '' : 's'}`
}

interface FailureOptions {
  message?: string
  details?: unknown
  cause?: unknown
  retryAfterSeconds?: number
}

/** Refuses; `never`, so that `(await find(db, id)) ?? fail('record.not_found')` reads aloud. */
export function fail(code: FailureCode, options: FailureOptions = {}): never {
  throw new Failure(code, options)
}

/** What every failed call answers. */
export interface FailureBody {
  code: string
  message: string
  details?: unknown
  requestId: string
}
