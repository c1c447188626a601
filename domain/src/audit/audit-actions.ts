/** Actions of the audit record (A-109 names the first seven). Only the request pipeline writes `read` and `denial`. */
export const auditActions = [
  'login',
  'create',
  'update',
  'delete',
  'status',
  'assign',
  'export',
  'import',
  'undo',
  /** A sealed number was shown in full. */
  'reveal',
  'logout',
  /** A password reset link was requested. */
  'reset-link',
  'read',
  'denial',
] as const
export type AuditAction = (typeof auditActions)[number]

/** Filter value for everything but reads, which are most of the record. */
export const changes = 'changes'
/** Filter value for everything, reads included. */
export const everyAction = 'all'

/** Actions as shown to users. */
export const auditActionWords: Readonly<Record<AuditAction, string>> = {
  login: 'Login',
  create: 'Create',
  update: 'Update',
  delete: 'Delete',
  status: 'Status',
  assign: 'Assign',
  export: 'Export',
  import: 'Import',
  undo: 'Undo',
  reveal: 'Reveal',
  logout: 'Logout',
  'reset-link': 'Reset link',
  read: 'View',
  denial: 'Denial',
}

const isAction = (action: string): action is AuditAction => Object.hasOwn(auditActionWords, action)

/** Action in words; an unknown action unchanged. */
export const actionInWords = (action: string): string => (isAction(action) ? auditActionWords[action] : action)
