/** How the names of the folders begin in which runs of the journeys keep what they write. */
export const runFolders = 'coverdesk-e2e-'
