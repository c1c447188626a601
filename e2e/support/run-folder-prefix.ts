/** Name prefix of the data folders of browser test runs. */
export const runFolderPrefix = 'coverdesk-e2e-'
