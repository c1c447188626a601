/**
 * SQL condition: the user `u` chose, or was given, a password. Only the link of an open invitation sets the first one, so a
 * revoked or expired invitation keeps the user out.
 */
export const hasHadPassword = 'not exists (select from user_invitations i where i.user_id = u.id)'
