import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type { Launch } from './receiver-process.ts';

/** Builds and starts receiver code of one language, only with tools installed on the machine. */
export interface Toolchain {
  /** The missing tool; undefined if it can run. */
  lacking: string | undefined;
  /** Writes the code unchanged into an empty folder and builds it where needed. */
  build(code: string, dir: string): Launch;
}

const answers = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
const listens = (port: number) => `127.0.0.1:${port}`;

function run(command: string, args: string[], dir: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: dir, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ended with ${status}:\n${stdout}\n${stderr}`);
  return stdout;
}

/** Plain Node, for code with its own server. */
export const node: Toolchain = {
  lacking: undefined,
  build(code, dir) {
    symlinkSync(resolve('node_modules'), join(dir, 'node_modules'));
    writeFileSync(join(dir, 'receiver.mjs'), code);
    return { command: process.execPath, args: () => ['receiver.mjs'], env: (port) => ({ PORT: String(port) }) };
  },
};

export const express: Toolchain = { ...node, lacking: hasExpress() ? undefined : 'express in node_modules' };

function hasExpress(): boolean {
  try {
    return createRequire(import.meta.url).resolve('express') !== '';
  } catch {
    return false;
  }
}

export const python: Toolchain = {
  lacking: answers('python3', '--version') ? undefined : 'python3',
  build(code, dir) {
    writeFileSync(join(dir, 'receiver.py'), code);
    return { command: 'python3', args: () => ['receiver.py'], env: (port) => ({ PORT: String(port) }) };
  },
};

export const flask: Toolchain = {
  lacking: answers('python3', '-c', 'import flask') ? undefined : 'python3 with Flask',
  build(code, dir) {
    writeFileSync(join(dir, 'receiver.py'), code);
    const args = (port: number) => ['-m', 'flask', '--app', 'receiver', 'run', '--port', String(port)];
    return { command: 'python3', args };
  },
};

export const php: Toolchain = {
  lacking: answers('php', '--version') ? undefined : 'php',
  build(code, dir) {
    writeFileSync(join(dir, 'receiver.php'), code);
    // As without a php.ini: an error that is displayed is answered with 200, unless the code says otherwise.
    return { command: 'php', args: (port) => ['-n', '-S', listens(port), 'receiver.php'] };
  },
};

/**
 * ASP.NET Core, by the .NET SDK. The code needs version 9 or later. It is built for the SDK's own version, which needs
 * no download.
 */
export const aspNet: Toolchain = {
  lacking: dotnetMajor() >= 9 ? undefined : 'the .NET SDK 9 or later',
  build(code, dir) {
    writeFileSync(join(dir, 'Program.cs'), code);
    writeFileSync(join(dir, 'Receiver.csproj'), projectFor(dotnetMajor()));
    run('dotnet', ['build', '--output', 'built'], dir);
    const env = (port: number) => ({ ASPNETCORE_URLS: `http://${listens(port)}` });
    return { command: 'dotnet', args: () => [join('built', 'Receiver.dll')], env };
  },
};

function dotnetMajor(): number {
  return Number.parseInt(spawnSync('dotnet', ['--version'], { encoding: 'utf8' }).stdout ?? '0', 10);
}

const projectFor = (major: number) => `<Project Sdk="Microsoft.NET.Sdk.Web">
  <PropertyGroup>
    <TargetFramework>net${major}.0</TargetFramework>
    <Nullable>enable</Nullable>
    <ImplicitUsings>enable</ImplicitUsings>
    <WarningsAsErrors>nullable</WarningsAsErrors>
  </PropertyGroup>
</Project>
`;

/** Java, by the JDK's launcher, which compiles and runs one file. */
export const java: Toolchain = {
  lacking: answers('javac', '--version') ? undefined : 'a JDK',
  build(code, dir) {
    writeFileSync(join(dir, 'WebhookReceiver.java'), code);
    const args = () => ['WebhookReceiver.java'];
    return { command: 'java', args, env: (port) => ({ PORT: String(port) }) };
  },
};
