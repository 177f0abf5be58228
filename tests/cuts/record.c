/* Logs what a process does to the files of one folder: preloaded, it writes each change and each sync to a log.
 *
 * RECORD_FOLDER: the folder, absolute; RECORD_LOG: the log, outside of it. An entry is a head (kind, length of the path,
 * length of the data: 32 bits each; offset: 64 bits), the path inside the folder, and the data. Memory maps are not
 * seen: SQLite maps only its index of the log, which it makes anew after a crash.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { WRITE = 1, TRUNCATE, SYNC, CREATE, UNLINK, RENAME };
enum { FILES = 4096 };

static char names[FILES][256];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int log_file = -1;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static const char *inside(const char *path)
{
    static __thread char whole[PATH_MAX];
    const char *folder = getenv("RECORD_FOLDER");
    if (!folder || !path)
        return NULL;
    if (path[0] != '/') {
        if (!getcwd(whole, sizeof whole - strlen(path) - 2))
            return NULL;
        strcat(strcat(whole, "/"), path);
        path = whole;
    }
    size_t length = strlen(folder);
    if (strncmp(path, folder, length))
        return NULL;
    if (path[length] == 0)
        return ".";
    return path[length] == '/' ? path + length + 1 : NULL;
}

static void enter(uint32_t kind, const char *path, const void *data, uint32_t size, uint64_t offset)
{
    struct { uint32_t kind, path, size, spare; uint64_t offset; } head = {kind, strlen(path), size, 0, offset};
    if (log_file < 0)
        log_file = REAL(open)(getenv("RECORD_LOG"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    struct iovec parts[3] = {{&head, sizeof head}, {(void *)path, head.path}, {(void *)data, size}};
    if (writev(log_file, parts, 3) < 0)
        abort();
}

static const char *of(int file)
{
    return file >= 0 && file < FILES && names[file][0] ? names[file] : NULL;
}

static int opened(int file, const char *path, int flags, int was_there)
{
    if (file < 0 || file >= FILES)
        return file;
    names[file][0] = 0;
    const char *name = inside(path);
    if (!name || strlen(name) >= sizeof names[0])
        return file;
    pthread_mutex_lock(&lock);
    strcpy(names[file], name);
    if ((flags & O_CREAT) && !was_there)
        enter(CREATE, name, NULL, 0, 0);
    else if (flags & O_TRUNC)
        enter(TRUNCATE, name, NULL, 0, 0);
    pthread_mutex_unlock(&lock);
    return file;
}

#define OPEN(name)                                                       \
    int name(const char *path, int flags, ...)                           \
    {                                                                    \
        va_list more;                                                    \
        va_start(more, flags);                                           \
        mode_t mode = va_arg(more, mode_t);                              \
        va_end(more);                                                    \
        int there = access(path, F_OK) == 0;                             \
        return opened(REAL(name)(path, flags, mode), path, flags, there); \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                                          \
    int name(int folder, const char *path, int flags, ...)                                    \
    {                                                                                         \
        va_list more;                                                                         \
        va_start(more, flags);                                                                \
        mode_t mode = va_arg(more, mode_t);                                                   \
        va_end(more);                                                                         \
        int there = folder == AT_FDCWD && access(path, F_OK) == 0;                            \
        int file = REAL(name)(folder, path, flags, mode);                                     \
        return folder == AT_FDCWD || path[0] == '/' ? opened(file, path, flags, there) : file; \
    }
OPENAT(openat)
OPENAT(openat64)

int close(int file)
{
    if (file >= 0 && file < FILES)
        names[file][0] = 0;
    return REAL(close)(file);
}

static void wrote(int file, const void *data, ssize_t size, off64_t at)
{
    const char *name = of(file);
    if (!name || size <= 0)
        return;
    enter(WRITE, name, data, size, at);
}

ssize_t write(int file, const void *data, size_t size)
{
    if (!of(file))
        return REAL(write)(file, data, size);
    pthread_mutex_lock(&lock);
    ssize_t done = REAL(write)(file, data, size);
    if (done > 0)
        wrote(file, data, done, REAL(lseek)(file, 0, SEEK_CUR) - done);
    pthread_mutex_unlock(&lock);
    return done;
}

#define PWRITE(name, offset)                                              \
    ssize_t name(int file, const void *data, size_t size, offset at)      \
    {                                                                     \
        if (!of(file))                                                    \
            return REAL(name)(file, data, size, at);                      \
        pthread_mutex_lock(&lock);                                        \
        ssize_t done = REAL(name)(file, data, size, at);                  \
        wrote(file, data, done, at);                                      \
        pthread_mutex_unlock(&lock);                                      \
        return done;                                                      \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define CHANGE(name, arguments, call, kind, size)          \
    int name arguments                                     \
    {                                                      \
        if (!of(file))                                     \
            return REAL(name) call;                        \
        pthread_mutex_lock(&lock);                         \
        int done = REAL(name) call;                        \
        if (done == 0)                                     \
            enter(kind, of(file), NULL, 0, size);          \
        pthread_mutex_unlock(&lock);                       \
        return done;                                       \
    }
CHANGE(ftruncate, (int file, off_t size), (file, size), TRUNCATE, size)
CHANGE(ftruncate64, (int file, off64_t size), (file, size), TRUNCATE, size)
CHANGE(fsync, (int file), (file), SYNC, 0)
CHANGE(fdatasync, (int file), (file), SYNC, 0)

int unlink(const char *path)
{
    int done = REAL(unlink)(path);
    const char *name = inside(path);
    if (done == 0 && name)
        enter(UNLINK, name, NULL, 0, 0);
    return done;
}

int rename(const char *from, const char *to)
{
    int done = REAL(rename)(from, to);
    char first[256] = "";
    const char *name = inside(from);
    if (name)
        strncpy(first, name, sizeof first - 1);
    name = inside(to);
    if (done == 0 && first[0] && name)
        enter(RENAME, first, name, strlen(name), 0);
    return done;
}
