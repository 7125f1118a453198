export function GET(): Response {
  return new Response('The home page of the application.')
}
