/**
 * `node mcp-client.mjs current|older COMMAND…`: starts a server of the Model Context Protocol and reads two listings with the official client of that
 * era. Prints the protocol's version, the names of the tools and the answer as JSON.
 */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const [era, command, ...args] = process.argv.slice(2);
const name = { name: `${era} client`, version: '1.0.0' };
const isCurrent = era === 'current';
const client = isCurrent
  ? new Client(name, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  : new OlderClient(name);
const Transport = isCurrent ? StdioClientTransport : OlderTransport;
const transport = new Transport({ command, args, env: { ...process.env } });
let version;
// Only the older client tells its transport.
transport.setProtocolVersion = (negotiated) => {
  version = negotiated;
};
await client.connect(transport);
if (isCurrent) version = client.getNegotiatedProtocolVersion();
const { tools } = await client.listTools();
const { structuredContent } = await client.callTool({ name: 'listings_search', arguments: { limit: 2 } });
process.stdout.write(JSON.stringify({ version, tools: tools.map((tool) => tool.name), answer: structuredContent }));
await client.close();
