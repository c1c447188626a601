/** What the audit record says was done (A-109 names the first seven). `read` and `denial` are written by the door alone. */
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
  /** A number that is kept sealed was shown in full. */
  'reveal',
  'logout',
  /** A link to set a new password was asked for. */
  'reset-link',
  'read',
  'denial',
] as const
export type AuditAction = (typeof auditActions)[number]

/** As a filter: everything but what was only looked at, which is most of the record. */
export const changes = 'changes'

/** Actions as people read them. */
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
  read: 'Read',
  denial: 'Denial',
}

const isAction = (action: string): action is AuditAction => Object.hasOwn(auditActionWords, action)

/** An action in words; one that is not known yet as it is. */
export const actionInWords = (action: string): string => (isAction(action) ? auditActionWords[action] : action)
