import { rm } from 'node:fs/promises'

/** The run's data goes when the run ends; what a killed run leaves lies in the system's folder for temporary files. */
export default async function removeData(): Promise<void> {
  const folder = process.env.E2E_DATA_DIR
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 }).catch(() => undefined)
}
