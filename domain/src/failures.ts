/** All failures of API calls: code → HTTP status and message for the user. */
export const failures = {
  'request.invalid': { status: 400, message: 'The request is not valid' },
  'request.malformed': { status: 400, message: 'The request could not be read' },
  'request.too_large': { status: 413, message: 'The request is too large' },
  'request.unsupported_media': { status: 415, message: 'This content type is not accepted here' },
  'request.not_acceptable': { status: 406, message: 'This format is not available here' },
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
  'record.changed': { status: 409, message: 'Someone else changed this record. Reload it and try again.' },
  'session.required': { status: 401, message: 'Please log in' },
  'session.ended': { status: 401, message: 'Your session has expired.' },
  'session.too_many_tabs': {
    status: 429,
    message: 'Too many tabs are open, so this one is not updated by itself. Close some of them.',
  },
  'sign_in.refused': { status: 401, message: 'Invalid user or password' },
  'sign_in.disabled': { status: 401, message: 'User is disabled' },
  'sign_in.throttled': { status: 429, message: 'Too many attempts, please wait' },
  'sign_in.temporary_expired': {
    status: 401,
    message: 'This temporary password has expired. Ask your security administrator for a new one.',
  },
  'sign_in.attempt_ended': { status: 401, message: 'This login is no longer valid, please log in again' },
  'second_factor.wait': { status: 429, message: 'Please wait before requesting a new code.' },
  'second_factor.method': { status: 400, message: 'This method of receiving a code is not available' },
  'second_factor.wrong': { status: 400, message: 'This code is not valid' },
  'second_factor.too_many': { status: 400, message: 'Too many wrong codes, please request a new one' },
  'second_factor.too_many_sent': {
    status: 429,
    message: 'Too many codes were requested. Log in again later or choose another method.',
  },
  'second_factor.offer_ended': { status: 400, message: 'Setting up the app took too long. Start again.' },
  'second_factor.off': { status: 409, message: 'No authenticator app is turned on' },
  'second_factor.needed': { status: 403, message: 'Set up an authenticator app first' },
  'second_factor.kept': { status: 409, message: 'Your role requires the authenticator app' },
  'message.delayed': {
    status: 400,
    message: 'The message could not be sent yet. We keep trying. Choose another method or try again in a minute.',
  },
  'setup.link_invalid': {
    status: 404,
    message: 'This setup link has expired or was used. Start Coverdesk again for a new one, or sign in.',
  },
  'reset.code_invalid': { status: 400, message: 'This link is no longer valid, please request a new one' },
  'sign_in.unconfirmed': {
    status: 401,
    message: 'Confirm your email address first: open the link we sent you',
  },
  'email_change.code_wrong': { status: 400, message: 'This code is not valid' },
  'email_change.ended': {
    status: 400,
    message: 'This code is no longer valid. Save the new address again to get another one.',
  },
  'registration.no_mail': {
    status: 409,
    message: 'Accounts cannot be created here: this portal sends no email. Ask your agency for an account',
  },
  'registration.code_invalid': {
    status: 400,
    message: 'This link is no longer valid, please create your account again',
  },
  'registration.password_wrong': { status: 400, message: 'This is not the password you chose when you registered' },
  'invitation.invalid': {
    status: 400,
    message: 'This invitation is no longer valid. Ask your security administrator for another one',
  },
  'invitation.none': { status: 409, message: 'This user has no open invitation' },
  'invitation.has_password': {
    status: 409,
    message: "This user has set a password already. Use Reset Pass, or ask the user to use 'Forgot password?'",
  },
  'invitation.disabled': { status: 409, message: 'This user is disabled. Enable the user first.' },
  'invitation.no_email': { status: 409, message: 'This user has no email address. Enter one in Edit first.' },
  'invitation.no_mail': {
    status: 409,
    message: 'This portal sends no email, so no one can be invited. Set a temporary password instead',
  },
  'password.refused': { status: 400, message: 'This password is too common' },
  'password.wrong': { status: 400, message: 'The current password is not right' },
  'user.not_found': { status: 404, message: 'This user does not exist' },
  'user.name_taken': { status: 400, message: 'This user name is taken' },
  'role_template.name_taken': { status: 400, message: 'There is a role template of this name already' },
  'user.contact_taken': { status: 400, message: 'This contact is linked to another user' },
  'user.own_rights': { status: 403, message: 'You cannot change your own rights' },
  'user.own_password': {
    status: 403,
    message: 'You cannot reset your own password here. Change it in My Account, where you enter the current one',
  },
  'user.above_own': {
    status: 409,
    message:
      "This user holds rights that you do not, so you cannot set their password; ask them to use 'Forgot password?'",
  },
  'emergency.not_found': { status: 404, message: 'This emergency access does not exist' },
  'emergency.open': { status: 409, message: 'You already have emergency access or a pending request for it' },
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
    message: 'One of these contacts was changed since, so the merge can no longer be undone',
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
  'audit.unavailable': {
    status: 503,
    message: "This can't be shown right now because the audit record is unavailable",
  },
  'right.missing': { status: 403, message: 'You do not have permission to do this' },
  'report.not_found': { status: 404, message: 'This report does not exist' },
  'agent.not_found': { status: 404, message: 'This agent does not exist' },
  'agent.email_taken': { status: 400, message: 'Another agent has this login email' },
  'agent.npn_taken': { status: 400, message: 'Another agent has this NPN' },
  'agent.license_doubled': { status: 400, message: 'Two licenses of the same state and line overlap' },
  'agent.appointment_doubled': {
    status: 400,
    message: 'Two appointments of the same carrier and state overlap',
  },
  'pay_run.not_found': { status: 404, message: 'This pay run does not exist' },
  'pay_run.taken': {
    status: 409,
    message: 'This month has a pay run already. Open it, or reopen it when it is closed',
  },
  'pay_run.draft_open': { status: 409, message: 'Another pay run is still a draft. Close or delete it first' },
  'pay_run.closed': {
    status: 409,
    message: 'This pay run is closed and does not change. Reopen it to make a correction',
  },
  'pay_run.open': { status: 409, message: 'This pay run is not closed yet' },
  'pay_run.not_ready': { status: 409, message: 'This pay run cannot be closed yet' },
  'pay_run.changed': {
    status: 409,
    message: 'The figures have changed since you saw them. Recalculate, look at them, and close the run again',
  },
  'pay_run.step': { status: 409, message: 'A batch is processed first, then paid' },
  'bank_account.not_found': { status: 404, message: 'This bank account does not exist' },
  'bank_account.own': {
    status: 403,
    message: 'Another person than the one who entered the account, and not its agent, approves it',
  },
  'bank_account.decided': { status: 409, message: 'Another person decided on this account, or it was withdrawn' },
  'bank_account.overlaps': { status: 409, message: 'Another account of the agent is used from these days on' },
  'payout.not_found': { status: 404, message: 'This file does not exist' },
  'payout.refused': { status: 409, message: 'No file can be made' },
  'payout.changed': { status: 409, message: 'The payouts have changed since you saw them. Look at them again' },
  'payout.downloaded': { status: 409, message: 'This file is downloaded already' },
  'payout.account_ended': { status: 409, message: 'An account of this file is not used anymore' },
  'payout.own_download': {
    status: 403,
    message: 'You downloaded this file. Another person has to discard it, after asking the bank',
  },
  'payout.discarded': { status: 409, message: 'This file is discarded. Make another one' },
  'tax_form.incomplete': { status: 409, message: 'Tax facts of agents are missing' },
  'tax_form.none': { status: 409, message: 'No agent has a form in this year' },
  'schedule.not_found': { status: 404, message: 'This row of a schedule does not exist' },
  'schedule.overlaps': { status: 400, message: 'Overlaps another row of this carrier’s schedule' },
  'dispute.nothing': { status: 409, message: 'None of these variances can be disputed. Nothing was changed.' },
  'dispute.too_many': { status: 400, message: 'Dispute fewer variances at once: narrow the filters.' },
  'dispute.decided': { status: 409, message: 'This dispute has an outcome. Correct the outcome instead.' },
  'exception.resolved': { status: 409, message: 'This line is matched already. Nothing was changed.' },
  'exception.not_resolved': { status: 409, message: 'No decision about this line stands. Nothing was changed.' },
  'exception.too_many': { status: 400, message: 'Ignore fewer lines at once: narrow the filters.' },
  'variance.closed': { status: 409, message: 'A later file settled this variance. Its status stays as it was.' },
  'rate.not_found': { status: 404, message: 'This rate does not exist' },
  'rate.overlaps': { status: 400, message: 'Overlaps another rate of this agent and carrier' },
  'pay_term.not_found': { status: 404, message: 'This entry does not exist' },
  'advance.paid': {
    status: 409,
    message:
      'A closed pay run paid this advance, so its amount and month stay. To take money back, enter an adjustment',
  },
  'pay_term.overlaps': { status: 400, message: 'Overlaps another entry for the same days' },
  'upline.cycle': { status: 400, message: 'An agent would be their own upline' },
  'split.not_whole': { status: 400, message: 'The shares of a policy must add up to 100 %' },
  'application.not_found': { status: 404, message: 'This application does not exist' },
  'plan.not_found': { status: 404, message: 'This plan does not exist' },
  'exchange.no_plans': { status: 503, message: 'The marketplace offers no plans right now. Try again later.' },
  'plan.no_place': { status: 400, message: 'This ZIP code does not exist' },
  'exchange.unavailable': {
    status: 503,
    message: "The marketplace isn't responding, so the application was not changed. Try again in a few minutes.",
  },
  'exchange.unknown_application': { status: 409, message: 'The marketplace has no application with this id' },
  'exchange.unexpected_response': {
    status: 502,
    message: 'The marketplace returned a different application. Nothing was changed.',
  },
  'lead.not_found': { status: 404, message: 'This lead does not exist' },
  'pto.not_found': { status: 404, message: 'This request does not exist' },
  'pto.status_refused': { status: 409, message: 'This request cannot change to that status' },
  'status.not_found': { status: 400, message: 'This status does not exist' },
  'bulk.edit_conflict': { status: 409, message: 'Someone else changed one of these records. Nothing was changed.' },
  'bulk.refused': { status: 409, message: 'One of these records cannot be changed. Nothing was changed.' },
  'bulk.changed_since': { status: 409, message: 'Some of these records were changed since. Nothing was undone.' },
  'bulk.matching_changed': {
    status: 409,
    message: 'The matching records changed since the preview. Nothing was changed. Check again.',
  },
  'bulk.too_many': { status: 400, message: 'Too many records match. Narrow the filters.' },
  'bulk.undone': { status: 409, message: 'This change was already undone' },
  'policy.not_found': { status: 404, message: 'This policy has no data?' },
  'customer.not_found': { status: 404, message: 'Customer not found.' },
  'customer.agent_needed': { status: 400, message: 'Choose the agent whose customer this is' },
  'customer.applicant_unclear': {
    status: 400,
    message: 'The application has no name or email of its applicant. Add them with Update first.',
  },
  'customer.not_openable': {
    status: 403,
    message: "This person is already a customer of an agent whose customers you can't open. Ask your administrator.",
  },
  'customer.linked_already': {
    status: 409,
    message: 'This application already has a customer with a login',
  },
  'place.not_found': { status: 400, message: 'This country, state, county or city does not exist' },
  'list.fixed': { status: 409, message: "This value is fixed by the product and can't be changed" },
  'list.name_taken': { status: 400, message: 'This name is already in the list' },
  'terms.not_found': { status: 404, message: 'This version of the terms does not exist' },
  'list.value_not_found': { status: 404, message: 'This value does not exist' },
  'carrier.not_found': { status: 404, message: 'This carrier does not exist' },
  'carrier.name_taken': { status: 400, message: 'Another carrier has this name, code or alias' },
  'carrier.issuer_taken': { status: 400, message: 'Another carrier has this HIOS issuer id' },
  'carrier.merge_refused': { status: 409, message: 'These carriers cannot be merged' },
  'unpaid.left': { status: 409, message: 'This policy is no longer in the list' },
  'upload.not_csv': { status: 400, message: 'Only a .csv file is accepted' },
  'upload.unreadable': { status: 400, message: "Couldn't read the file" },
  'upload.broken_off': { status: 400, message: 'The file was not received completely' },
  'upload.columns_missing': { status: 400, message: 'Required columns are missing' },
  'upload.rows_refused': { status: 400, message: 'Some rows are not valid. Nothing was loaded.' },
  'upload.many_missing': { status: 409, message: 'Many policies would become missing. Nothing was loaded' },
  'upload.duplicate': { status: 409, message: 'This file has already been loaded' },
  'upload.under_way': {
    status: 409,
    message: 'This file is still being processed. Its progress is shown under Upload Files.',
  },
  'upload.interrupted': {
    status: 503,
    message: 'The server was interrupted while processing this file. Nothing was changed. Load the file again.',
  },
  'upload.stopped': { status: 409, message: 'Upload stopped. Nothing was loaded' },
  'upload.not_newest': { status: 409, message: "Only a carrier's newest upload can be undone" },
  'upload.changed_since': { status: 409, message: 'Policies of this load were changed afterwards' },
  'statement.not_found': { status: 404, message: 'No statements of this carrier and month are loaded' },
  'statement.changed': {
    status: 409,
    message: 'These statements have changed since you opened them. Nothing was deleted. Check them again.',
  },
  'upload.profile_invalid': { status: 400, message: 'The carrier profile is not valid' },
  'offline.submission_reused': {
    status: 409,
    message: 'This submission was already sent with different content. Reload the page and submit again.',
  },
  'application.void': { status: 409, message: 'This application is void, which is final' },
  'application.status_refused': {
    status: 409,
    message: 'One of these applications cannot change to this status. Nothing was changed.',
  },
  'consent.no_way': { status: 409, message: 'Messages of this kind cannot be sent because no gateway is configured' },
  'consent.no_agency': {
    status: 409,
    message:
      "The consent names the agency's phone and email. An administrator must enter them first (Administration, Agency).",
  },
  'consent.no_agent': { status: 409, message: 'No agent is assigned. Assign one, or request consent for the agency.' },
  'consent.not_found': { status: 404, message: 'Page not found / Are you lost?' },
  'consent.signed': { status: 409, message: 'This consent is already signed' },
  'consent.required': {
    status: 409,
    message: 'The client has not given consent yet. Request it before you continue.',
  },
  'consent.none_valid': { status: 409, message: 'This application has no valid consent to revoke' },
  'consent.no_recipient': {
    status: 409,
    message: 'The application has no such contact data of the client. Add it by Update, or choose another way.',
  },
  'consent.changed': { status: 409, message: 'The text has changed. Reload the page and read it again.' },
  'signature.other_name': { status: 400, message: 'This must be signed with the name of the applicant' },
  'ede.submitted': { status: 409, message: 'This application is submitted and can no longer be changed here.' },
  'ede.sending': {
    status: 409,
    message: 'The marketplace has not confirmed this application yet. Submit it again before you change it.',
  },
  'ede.incomplete': { status: 409, message: 'Some steps are not complete. Finish them first.' },
  'review.required': {
    status: 409,
    message: 'The client has not reviewed and signed this yet. Request the review, and submit when it is signed.',
  },
  'ede.refused': { status: 409, message: 'The marketplace refused this application. Nothing was changed.' },
  'ede.unconfirmed': {
    status: 503,
    message:
      "The marketplace didn't confirm the application. Your answers are saved. Submit it again in a few minutes.",
  },
  'review.not_found': { status: 404, message: 'Page not found / Are you lost?' },
  'review.signed': { status: 409, message: 'This review is already signed' },
  'review.changed': { status: 409, message: 'The application has changed. Reload the page and read it again.' },
  'reveal.too_many': { status: 429, message: 'Too many numbers were revealed in the last hour, please wait' },
  'reveal.app_needed': { status: 409, message: 'Turn on your authenticator app in My Account first' },
  'enrollment.applicants': { status: 400, message: 'Each applicant must be in exactly one group' },
  'enrollment.credit': { status: 400, message: 'This is more tax credit than can be applied' },
  'enrollment.not_eligible': { status: 400, message: 'An applicant cannot be enrolled' },
  'enrollment.year': { status: 400, message: 'The plan is of another year than the application' },
  'enrollment.plan': { status: 400, message: 'This plan is not offered to these applicants' },
  'enrollment.price_changed': { status: 409, message: 'The premium has changed. Choose the plan again.' },
  'enrollment.under_way': {
    status: 409,
    message: 'An enrollment of this application is being sent to the marketplace. Wait until it is confirmed.',
  },
  'enrollment.reused': { status: 409, message: 'Another enrollment was sent with this id' },
  'hand_off.no_receiver': { status: 409, message: 'This application is not set up for your agency' },
  'sandbox.visit_over': { status: 404, message: 'Your visit to the sandbox exchange has ended' },
  'hand_off.refused': { status: 401, message: 'This hand-off is not valid' },
  'server.disk_low': {
    status: 507,
    message: "The server's disk is nearly full. Nothing can be saved, loaded or exported until space is freed.",
  },
  'message.refused': { status: 409, message: 'Messages of this kind may not be sent to this contact' },
  'opt_out.not_found': { status: 404, message: 'Page not found / Are you lost?' },
  'webhook.refused': { status: 401, message: 'The signature of this request is not valid' },
  'server.busy': { status: 503, message: 'The server is busy, please try again in a moment' },
  'server.error': { status: 500, message: 'Something went wrong on our side' },
} as const satisfies Record<string, { status: number; message: string }>

export type FailureCode = keyof typeof failures

/** Problem of one field or line; `path` names the input, `message` is the specification's. */
export interface FailureDetail {
  path: string
  message: string
}

/** Failed call with a code of the list above. Only the server's HTTP layer turns it into status and body. */
export class Failure extends Error {
  readonly code: FailureCode
  readonly details: unknown
  /** Seconds until the call may be retried, if known. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: FailureCode, options: FailureOptions = {}) {
    const { message = failures[code].message, retryAfterSeconds } = options
    const wait =
      failures[code].status === 429 && retryAfterSeconds !== undefined ? waitSentence(retryAfterSeconds) : null
    const exact = code === 'second_factor.wait'
    super(wait && !exact ? `${message} (${wait})` : message, { cause: options.cause })
    this.name = 'Failure'
    this.code = code
    // The specification fixes that message exactly, so the time goes into the details.
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

/** Throws a Failure. Returns `never`, so that `(await find(db, id)) ?? fail('record.not_found')` type-checks. */
export function fail(code: FailureCode, options: FailureOptions = {}): never {
  throw new Failure(code, options)
}

/** Body of a failed call. */
export interface FailureBody {
  code: string
  message: string
  details?: unknown
  requestId: string
}
