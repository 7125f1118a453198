export const GET = () => new Response('The home page of the application.')
