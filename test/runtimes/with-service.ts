// A service for one test, which leaves no process behind, however the test goes.
import { startTestService } from '../support/service.ts'
import type { TestService, TestServiceOptions } from '../support/service.ts'

export async function withService(options: TestServiceOptions, run: (service: TestService) => Promise<void>): Promise<void> {
  const service = await startTestService(options)
  try {
    await run(service)
  } finally {
    service.kill('SIGKILL')
    await service.stop().catch(() => undefined)
  }
}
