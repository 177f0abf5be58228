"""The floor of the benchmarks: import pygame, open a window, flip, say READY; then an idle loop."""

import os
import socket
import sys

import pygame


def main() -> None:
    """Show a frame, say so, and idle until killed."""
    pygame.display.init()
    screen = pygame.display.set_mode((1280, 720))
    screen.fill((20, 20, 24))
    pygame.display.flip()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as link:
        link.connect(os.environ["NOTIFY_SOCKET"])
        link.sendall(b"READY=1")
    clock = pygame.time.Clock()
    while True:
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                sys.exit()
        clock.tick(20)


if __name__ == "__main__":
    main()
