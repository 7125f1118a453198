// The sealing purpose that binds the secrets of an import to it.

/** @returns the purpose under which secrets of an import are encrypted, so that they cannot be decrypted for another import */
export function sealingPurpose(jobId: string): string {
  return `import:${jobId}`
}
