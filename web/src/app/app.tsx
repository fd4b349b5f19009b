import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Refused } from '../api/refused.ts';
import { Toaster } from '../kit/feedback/toaster.tsx';
import { router } from './router.tsx';

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal is an answer; only silence and a broken server are worth one more try.
      retry: (tries, error) => tries < 1 && error instanceof Refused && (error.status === 0 || error.status >= 500),
      refetchOnWindowFocus: false,
      // Without a network a call fails and says so; the library would let it wait, and the user with it.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
});

export function App() {
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>
  );
}
